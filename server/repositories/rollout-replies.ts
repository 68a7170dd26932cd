import type { RolloutReply } from '@/lib/domain/rollout-reply';
import { ledgerPool } from '@/server/ledger/pool';

/** Replies of agents in a run's journal, without the texts that reflectors read. */
export type RolloutBrief = Omit<RolloutReply, 'seen'> & {
  /** Share of the trajectory that a reflection read; null = not reflected upon. */
  readonly seenShare: number | null;
};

/** By key of the call; calls without an agent's answer are left out. */
export async function readRolloutBriefs(
  runId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RolloutBrief>> {
  if (keys.length === 0) return new Map();
  const { rows } = await ledgerPool().query<{ key: string; brief: RolloutBrief; seenShare: number | null }>(
    `SELECT key, (outcome->'rollout') - 'seen' AS brief, (outcome->'rollout'->'seen'->>'share')::float8 AS "seenShare"
     FROM "JournalCall" WHERE "runId" = $1 AND key = ANY($2::text[]) AND outcome ? 'rollout'`,
    [runId, [...keys]],
  );
  return new Map(rows.map(({ key, brief, seenShare }) => [key, { ...brief, seenShare }]));
}

/** Shares that the reflections of a run, or of one iteration, saw of their trajectories, by `iteration/ordinal`. */
export async function readSeenShares(
  runId: string,
  iteration: number | null = null,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await ledgerPool().query<{ place: string; share: number }>(
    `SELECT (entry.data->>'iteration') || '/' || (entry.data->>'ordinal') AS place,
       max((call.outcome->'rollout'->'seen'->>'share')::float8) AS share
     FROM "LedgerEntry" AS entry
     CROSS JOIN LATERAL jsonb_array_elements_text(entry.data->'callKeys') AS asked(key)
     JOIN "JournalCall" AS call ON call."runId" = entry."runId" AND call.key = asked.key
     WHERE entry."runId" = $1 AND entry.type = 'rollout.finished' AND entry.data->>'split' = 'train'
       AND call.outcome->'rollout'->'seen'->>'share' IS NOT NULL
       AND ($2::int IS NULL OR (entry.data->>'iteration')::int = $2)
     GROUP BY 1`,
    [runId, iteration],
  );
  return new Map(rows.map(({ place, share }) => [place, share]));
}
