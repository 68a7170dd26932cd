import { db } from '@/server/db/client';

/** Folded state of a run's ledger up to a number, stored so that it is not folded again. */
export interface KeptSnapshot {
  readonly seq: number;
  /** JSON. */
  readonly state: string;
}

/** Null where nothing was kept yet, or by another version of the fold. */
export async function findSnapshot(runId: string, fold: number): Promise<KeptSnapshot | null> {
  return db().runSnapshot.findFirst({ where: { runId, fold }, select: { seq: true, state: true } });
}

/** Keeps the further of two concurrent results. */
export async function keepSnapshot(runId: string, fold: number, { seq, state }: KeptSnapshot): Promise<void> {
  await db().$executeRaw`
    INSERT INTO "RunSnapshot" AS kept ("runId", seq, fold, state) VALUES (${runId}, ${seq}, ${fold}, ${state})
    ON CONFLICT ("runId") DO UPDATE SET seq = excluded.seq, fold = excluded.fold, state = excluded.state, "keptAt" = now()
    WHERE kept.seq < excluded.seq OR kept.fold <> excluded.fold`;
}
