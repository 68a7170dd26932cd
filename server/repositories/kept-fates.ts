import type { FollowedIteration } from '@/lib/domain/survival-facts';
import { db } from '@/server/db/client';
import { withManifest } from './stored-manifest';

/** Fates of a run's insights up to a ledger number, stored so that they are not computed again. */
export interface KeptFates {
  readonly seq: number;
  readonly iterations: readonly FollowedIteration[];
}

/** A run with its manifest by its type, whatever workspace it is of; for the worker that carried it. */
export async function findRunWithManifest(runId: string) {
  const row = await db().run.findUnique({
    where: { id: runId },
    select: { id: true, lastSeq: true, manifest: true },
  });
  return row && withManifest(row);
}

/** Null where nothing was kept yet, or by another way of reckoning. */
export async function findKeptFates(runId: string, reckoning: number): Promise<KeptFates | null> {
  const row = await db().keptFates.findFirst({ where: { runId, reckoning } });
  return row && { seq: row.seq, iterations: JSON.parse(row.iterations) as KeptFates['iterations'] };
}

/** Keeps the further of two concurrent results. */
export async function saveKeptFates(runId: string, reckoning: number, fates: KeptFates): Promise<void> {
  const iterations = JSON.stringify(fates.iterations);
  await db().$executeRaw`
    INSERT INTO "KeptFates" AS kept ("runId", seq, reckoning, iterations)
    VALUES (${runId}, ${fates.seq}, ${reckoning}, ${iterations})
    ON CONFLICT ("runId") DO UPDATE
      SET seq = excluded.seq, reckoning = excluded.reckoning, iterations = excluded.iterations
    WHERE kept.seq < excluded.seq OR kept.reckoning <> excluded.reckoning`;
}
