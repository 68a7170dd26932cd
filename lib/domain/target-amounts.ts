/** Amounts until a target held-out score: a number, or a word that says why there is none. */
export const TARGET_AMOUNTS = [
  'rollouts',
  'tokens',
  'gpuSeconds',
  'costUsd',
  'learningMs',
  'totalMs',
] as const;
export type TargetAmountName = (typeof TARGET_AMOUNTS)[number];

/** `notCompared`: there is a number, from another split, other hardware or another pace. */
export const TARGET_WORDS = ['notMeasured', 'notReached', 'notCompared'] as const;
export type TargetAmount = number | (typeof TARGET_WORDS)[number];
export type TargetAmounts = Readonly<Record<TargetAmountName, TargetAmount>>;
