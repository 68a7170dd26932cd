import { ownOutcome } from '@/lib/canary/own-outcome';
import { ledgerPool } from '@/server/ledger/pool';
import { joinOutcomes, keepExposureOutcomes } from '@/server/repositories/exposure-outcomes';
import type { GivenOutcome } from './given-outcome';

/**
 * Outcomes as the scores of the traces of their answers, in a canary or outside of one. An answer that failed without a
 * score counts as 0, as in a canary; guardrail scores do not say how good an answer was. Gives back the exposures whose
 * outcome is kept, with whether it is new or another one.
 */
export async function keepTraceOutcomes(
  workspaceId: string,
  outcomes: readonly GivenOutcome[],
): Promise<ReadonlyMap<string, boolean>> {
  const latest = new Map(
    outcomes.flatMap(({ exposure, given }) => {
      const own = ownOutcome(exposure, given);
      if (own === undefined) return [];
      const { score, failure } = own;
      const { exposureId } = given;
      return [[exposureId, { workspaceId, exposureId, score: score ?? 0, failure }] as const];
    }),
  );
  if (latest.size === 0) return new Map();
  const pool = ledgerPool();
  const changed = await keepExposureOutcomes(pool, [...latest.values()]);
  await joinOutcomes(pool, [...latest.values()]);
  return new Map([...latest.keys()].map((id) => [id, changed.has(id)]));
}
