import type { AgentRolloutView, RolloutAttemptView } from '@/lib/contracts/rollout-shapes';
import type { RolloutLimits } from '@/lib/domain/agent';
import { formatCount, formatDuration, formatScore, formatUsd, NOT_KNOWN } from './numbers';

/** Figures of one attempt of a rollout, as the page lists them. */
export interface RolloutFact {
  readonly term: string;
  readonly value: string;
}

const COUNTED: Readonly<Record<RolloutAttemptView['countedBy'], string>> = {
  proxy: 'measured',
  agent: 'reported by the agent',
  unknown: 'not measured',
};

/** Purposes outside of runs: no scorer is asked, so only the agent or its environment can give a score. */
const UNSCORED: Partial<Readonly<Record<AgentRolloutView['purpose'], string>>> = {
  test: 'Not scored: a test',
  again: 'Not scored: run again',
};

/** The one number of an attempt. A reward of the agent's own is named as such; without any, the environment's counts. */
export function attemptScore(
  { reward, environment }: Pick<RolloutAttemptView, 'reward' | 'environment'>,
  purpose: AgentRolloutView['purpose'],
): RolloutFact {
  if (reward !== null)
    return {
      term: reward.selfReported ? 'Score, self-reported' : 'Score',
      value: formatScore(reward.value),
    };
  return {
    term: 'Score',
    value: environment === null ? (UNSCORED[purpose] ?? NOT_KNOWN) : formatScore(environment.value),
  };
}

export function rolloutFacts(rollout: AgentRolloutView, attempt: RolloutAttemptView): readonly RolloutFact[] {
  const isCounted = attempt.countedBy !== 'unknown';
  const tokens = `${formatCount(attempt.tokensIn)} in, ${formatCount(attempt.tokensOut)} out`;
  return [
    { term: 'Model calls', value: isCounted ? formatCount(attempt.modelCalls) : NOT_KNOWN },
    { term: 'Tokens', value: isCounted ? tokens : NOT_KNOWN },
    {
      term: `Cost, ${COUNTED[attempt.countedBy]}`,
      value: isCounted ? formatUsd(attempt.costUsd) : NOT_KNOWN,
    },
    { term: 'Time', value: timeOf(attempt) },
    { term: 'Limits', value: limitsText(rollout.limits) },
    { term: 'Rollout', value: rollout.id },
  ];
}

function timeOf({ tookMs, waitMs }: RolloutAttemptView): string {
  if (tookMs === null) return NOT_KNOWN;
  return waitMs === 0
    ? formatDuration(tookMs)
    : `${formatDuration(tookMs)}, of which waits ${formatDuration(waitMs)}`;
}

export function limitsText({ modelCalls, tokens, usd, seconds }: RolloutLimits): string {
  return [
    `${formatCount(modelCalls)} calls`,
    `${formatCount(tokens)} tokens`,
    ...(usd === null ? [] : [formatUsd(usd)]),
    formatDuration(seconds * 1000),
  ].join(', ');
}

/** The most that one more rollout may cost, in one sentence. */
export function costSentence({ limits, model }: Pick<AgentRolloutView, 'limits' | 'model'>): string {
  const most =
    limits.usd === null
      ? `${formatCount(limits.tokens)} tokens in ${formatCount(limits.modelCalls)} model calls`
      : formatUsd(limits.usd);
  return model === null
    ? `The agent calls models by itself, so the cost is not limited here.`
    : `The rollout may cost at most ${most}, by the limits of the agent.`;
}
