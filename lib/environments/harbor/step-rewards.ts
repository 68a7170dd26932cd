import type { EnvironmentTask, TaskStep } from '@/lib/domain/environment-task';
import type { Rewards } from './reward-files';

/** The one number of a task from the rewards of its steps: which steps are run, how they are combined, what is the score. */

/** Rewards of a step that was run; null where its tests failed to judge. */
export type StepRewards = Rewards | null;

/** Whether the step after this one is run: every reward with a least value is there and reaches it. */
export function mayContinue(step: TaskStep, rewards: StepRewards): boolean {
  return Object.entries(step.minReward ?? {}).every(([name, least]) => {
    const reward = rewards === null || !Object.hasOwn(rewards, name) ? undefined : rewards[name];
    return reward !== undefined && reward >= least;
  });
}

/**
 * `mean`: for every name the mean over the steps that were judged, 0 where a step lacks the name. `final`: the rewards of the
 * last step that was run. Null where there is nothing to combine.
 */
export function taskRewards(
  strategy: EnvironmentTask['rewardStrategy'],
  steps: readonly StepRewards[],
): StepRewards {
  if (strategy === 'final') return steps.at(-1) ?? null;
  const judged = steps.filter((rewards) => rewards !== null);
  if (judged.length === 0) return null;
  const names = [...new Set(judged.flatMap((rewards) => Object.keys(rewards)))];
  const means = names.map((name) => {
    const total = judged.reduce((sum, rewards) => sum + (rewards[name] ?? 0), 0);
    return [name, total / judged.length] as const;
  });
  return Object.fromEntries(means);
}

export type RewardScore =
  | { readonly ok: true; readonly score: number }
  | { readonly ok: false; readonly message: string };

/** The reward named "reward", or the only one, as a score from 0 to 1. Another number is a fault and is never clipped. */
export function scoreOfRewards(rewards: Rewards): RewardScore {
  const values = Object.values(rewards);
  const reward = Object.hasOwn(rewards, 'reward')
    ? rewards.reward
    : values.length === 1
      ? values[0]
      : undefined;
  if (reward === undefined)
    return { ok: false, message: 'No reward is named "reward", and there is not exactly one.' };
  if (reward >= 0 && reward <= 1) return { ok: true, score: reward };
  return { ok: false, message: `The reward is ${reward}; a score is from 0 to 1.` };
}
