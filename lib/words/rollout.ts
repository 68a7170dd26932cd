import type { RolloutLimits } from '@/lib/domain/agent';
import type { InjectionState } from '@/lib/domain/injection-state';
import type { RolloutPurpose, RolloutStatus } from '@/lib/domain/rollout-order';

/** States of rollouts of agents in words. */
export const ROLLOUT_STATUS_WORDS: Readonly<
  Record<RolloutStatus, { readonly word: string; readonly meaning: string }>
> = {
  queued: { word: 'Queued', meaning: 'No worker has taken it yet.' },
  running: { word: 'Running', meaning: 'The agent is working on the task.' },
  completed: { word: 'Completed', meaning: 'The agent gave an outcome.' },
  failed: { word: 'Failed', meaning: 'The agent failed, or could not be reached.' },
  limit: { word: 'Limit', meaning: 'A limit of the rollout ended it. Its output so far is scored.' },
  stopped: { word: 'Stopped', meaning: 'A person or the run ended it.' },
  lost: { word: 'Lost', meaning: 'Its worker ended. The rollout continued as a new attempt.' },
};

export const ROLLOUT_PURPOSE_WORDS: Readonly<Record<RolloutPurpose, string>> = {
  training: 'Training',
  measurement: 'Measurement',
  test: 'Test',
  again: 'Edited prompt',
};

export const INJECTION_WORDS: Readonly<
  Record<InjectionState, { readonly word: string; readonly meaning: string }>
> = {
  proven: { word: 'Proven', meaning: 'The text was in at least one model call of the rollout.' },
  unproven: {
    word: 'Unproven',
    meaning: 'The model calls were not proxied, so the text cannot be seen in them.',
  },
  notApplicable: { word: 'Empty', meaning: 'The component has no text, so there is nothing to prove.' },
  failed: {
    word: 'Not injected',
    meaning: 'The text was in no model call. The rollout is invalid and has no score.',
  },
};

export const LIMIT_WORDS: Readonly<Record<keyof RolloutLimits, string>> = {
  modelCalls: 'Model calls',
  tokens: 'Tokens',
  usd: 'Cost',
  seconds: 'Time',
};

export const SEEN_MEANING =
  "Share of the trajectory's characters that the reflection read. The rest was cut to fit its budget.";

/** "Saw 31 %": the share of a trajectory that a reflector read. Less than all is never rounded to all. */
export function seenWords(share: number): string {
  const percent = Math.max(1, Math.round(share * 100));
  return `Saw ${share < 1 ? Math.min(99, percent) : 100} %`;
}

/** The worst state of the components decides. */
export function worstInjection(states: Readonly<Record<string, InjectionState>>): InjectionState | null {
  const order: readonly InjectionState[] = ['failed', 'unproven', 'proven', 'notApplicable'];
  const found = Object.values(states);
  return order.find((state) => found.includes(state)) ?? null;
}
