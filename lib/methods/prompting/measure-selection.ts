import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import type { Measurement } from '@/lib/domain/score';
import type { Rollout, SearchPlace, SearchTools } from '@/lib/methods/search';
import { knownScores } from '@/lib/stats/known-scores';
import { measure } from '@/lib/stats/mean-interval';

/** A candidate on selection examples, and whether a cap of the budget refused any of them. */
export interface Measured {
  readonly score: Measurement;
  readonly rollouts: readonly Rollout[];
  /** False where a cap refused some of it or nothing could be scored: it may decide nothing. */
  readonly complete: boolean;
}

export async function measureOn(
  tools: SearchTools,
  call: SearchPlace & {
    readonly candidate: Candidate;
    readonly examples: readonly Example[];
    readonly series: number;
  },
): Promise<Measured> {
  const rollouts = await tools.rollouts({ ...call, on: 'selection' });
  return {
    score: measure(knownScores(rollouts.map(({ score }) => score))),
    rollouts,
    complete:
      rollouts.every(({ cause }) => cause?.code !== 'budget') && rollouts.some(({ score }) => score !== null),
  };
}

/** Tells the ledger of a complete measurement on the whole selection split. */
export function emitSelected(tools: SearchTools, candidate: Candidate, { score, rollouts }: Measured): void {
  const { iteration } = tools;
  tools.emit('candidate.selected', `${iteration}/${candidate.hash}`, {
    iteration,
    candidateHash: candidate.hash,
    score,
    exampleIds: rollouts.map(({ exampleId }) => exampleId),
    scores: rollouts.map((rollout) => rollout.score),
    failures: rollouts.filter(({ cause }) => cause !== null).length,
  });
}
