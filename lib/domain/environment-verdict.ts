import { z } from 'zod';
import type { Scored } from './score';

/**
 * Judgement of an environment on the state that an agent left. It scores the rollout, whatever the agent itself
 * reports. An environment that could not judge is no verdict: the rollout failed outside of the agent.
 */
export const VERDICT_LIMITS = { output: 20_000, files: 200, tests: 500 } as const;

export const environmentVerdict = z.strictObject({
  /** In [0, 1]; the headline of the rewards. */
  value: z.number().min(0).max(1),
  /** All rewards by name, as the environment gave them. */
  rewards: z.record(z.string(), z.number()),
  /** Results by test; null where only a reward is known. */
  tests: z.record(z.string(), z.enum(['passed', 'failed'])).nullable(),
  /** Output of the verifier, cut in the middle where it is long. */
  output: z.string(),
  /** Files that the agent wrote or removed, in the order of the paths; cut after the limit. */
  changedFiles: z.array(z.strictObject({ path: z.string(), change: z.enum(['written', 'removed']) })),
  /** The agent did not end by itself. */
  timedOut: z.boolean(),
  /** It ran without a network, though the task may want one. */
  withoutNetwork: z.boolean().default(false),
});
export type EnvironmentVerdict = z.output<typeof environmentVerdict>;

/** A reflection reads the verifier's output; an answer is right where the whole reward was given. */
export function scoreOfVerdict({ value, tests, output }: EnvironmentVerdict): Scored {
  const results = Object.values(tests ?? {});
  const parts =
    results.length === 0
      ? { rightParts: value, totalParts: 1 }
      : { rightParts: results.filter((one) => one === 'passed').length, totalParts: results.length };
  return {
    ...{ value, correct: value === 1, ...parts },
    ...(output === '' ? {} : { sideInformation: output }),
  };
}
