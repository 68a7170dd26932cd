import { count } from './numbers';

/** Sources of an estimate of a run, in one or two sentences. */
export interface EstimateRestsOn {
  /** Ended runs of the same task, method and provider; 0 = lengths of texts and the published delay of a call. */
  readonly basisRuns: number;
  /** Past rollouts of the agent's version that an answer is expected to take the mean of; null or absent = no agent. */
  readonly basisRollouts?: number | null | undefined;
}

export function estimateBasisSentence({ basisRuns, basisRollouts = null }: EstimateRestsOn): string {
  const calls = basisRuns > 0 ? `the calls of ${some(basisRuns, 'ended run')}` : null;
  if (basisRollouts === null)
    return calls === null
      ? `From the ${TEXTS}: may be off by half or double. A run of this task makes it better.`
      : `From ${calls} of this task, method and provider.`;
  if (basisRollouts === 0)
    return 'This version of the agent has no past rollout, so each is taken as a few calls with the lengths of the texts: may be off by a multiple. A test of the agent makes it better.';
  return `From ${some(basisRollouts, 'past rollout')} of this agent's version; reflections from ${calls ?? `the ${TEXTS}`}.`;
}

const TEXTS = 'lengths of the texts and the published delay of a call';

const some = (amount: number, one: string) => `${count(amount)} ${one}${amount === 1 ? '' : 's'}`;
