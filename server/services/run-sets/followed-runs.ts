import { isPriced } from '@/lib/domain/asked-roles';
import type { RunManifest } from '@/lib/domain/manifest';
import { readSummary } from '@/lib/projection/run-summary';
import { type SetProgress, setProgress } from '@/lib/projection/set-progress';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** Runs that belong together, by what they were started for; the caller has checked that the actor may read it. */
export type RunsOf =
  | { readonly planId: string }
  | { readonly groupId: string }
  | { readonly readinessOfId: string };

const followed = {
  ...{ id: true, kind: true, label: true, status: true, control: true, summary: true, manifest: true },
  ...{ startedAt: true, endedAt: true },
} satisfies Prisma.RunSelect;

export type FollowedRow = Prisma.RunGetPayload<{ select: typeof followed }>;

/** Oldest first. */
export function followedRuns(of: RunsOf, tx: Prisma.TransactionClient = db()): Promise<FollowedRow[]> {
  return tx.run.findMany({ where: of, select: followed, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

export function progressOf(
  rows: readonly Omit<FollowedRow, 'id' | 'kind' | 'label'>[],
  nowMs: number,
): SetProgress {
  const runs = rows.map(({ summary, manifest, startedAt, endedAt, ...row }) => ({
    ...row,
    startedAtMs: startedAt?.getTime() ?? null,
    endedAtMs: endedAt?.getTime() ?? null,
    summary: readSummary(summary),
    priced: isPriced(manifest as unknown as RunManifest),
  }));
  return setProgress(runs, nowMs);
}
