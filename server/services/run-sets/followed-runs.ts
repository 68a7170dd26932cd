import { isPriced } from '@/lib/domain/asked-roles';
import { readSummary } from '@/lib/projection/run-summary';
import { type SetProgress, setProgress } from '@/lib/projection/set-progress';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { withManifest } from '@/server/repositories/stored-manifest';

/** Runs that belong together, by what they were started for; the caller has checked that the actor may read it. */
export type RunsOf =
  | { readonly planId: string }
  | { readonly groupId: string }
  | { readonly readinessOfId: string };

const followed = {
  ...{ id: true, kind: true, label: true, status: true, control: true, summary: true, manifest: true },
  ...{ startedAt: true, endedAt: true },
} satisfies Prisma.RunSelect;

export type FollowedRow = ReturnType<typeof withManifest<Prisma.RunGetPayload<{ select: typeof followed }>>>;

/** Oldest first. */
export async function followedRuns(of: RunsOf, tx: Prisma.TransactionClient = db()): Promise<FollowedRow[]> {
  const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
  return (await tx.run.findMany({ where: of, select: followed, orderBy })).map(withManifest);
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
    priced: isPriced(manifest),
  }));
  return setProgress(runs, nowMs);
}
