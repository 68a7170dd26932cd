import type pg from 'pg';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Prisma } from '@/server/db/generated/client';

/** The run whose evaluator scores a canary's traffic: the challenger's, else the incumbent's. Both are pinned. */
export interface ScoringRun {
  readonly runId: string;
  readonly workspaceId: string;
  readonly manifest: RunManifest;
  /** The newest word on its judge; null where there was none. */
  readonly calibration: FactData['evaluator.calibrated'] | null;
}

const FIND = `
  SELECT r.id AS "runId", r."workspaceId", r.manifest, (
    SELECT e.data FROM "LedgerEntry" e WHERE e."runId" = r.id AND e.type = 'evaluator.calibrated'
    ORDER BY e.seq DESC LIMIT 1) AS calibration
  FROM "Canary" c
  JOIN "ServedPrompt" challenger ON challenger.id = c."challengerId"
  LEFT JOIN "ServedPrompt" incumbent ON incumbent.id = c."incumbentId"
  JOIN "Run" r ON r.id = COALESCE(challenger."runId", incumbent."runId")
  WHERE c.id = $1`;

export async function findScoringRun(pool: pg.Pool, canaryId: string): Promise<ScoringRun | null> {
  const { rows } = await pool.query<ScoringRun>(FIND, [canaryId]);
  return rows[0] ?? null;
}

/** The same within a transaction that goes on. */
export async function findScoringRunIn(
  tx: Prisma.TransactionClient,
  canaryId: string,
): Promise<ScoringRun | null> {
  const rows = await tx.$queryRawUnsafe<ScoringRun[]>(FIND, canaryId);
  return rows[0] ?? null;
}
