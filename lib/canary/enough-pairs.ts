/**
 * The sequence is asymptotic: it trusts the measured deviation. Below these numbers it says nothing, whatever it shows.
 * With them the wrong promotions stay below alpha also in small plans (docs/measurements/canary-plans.md).
 */
export const PAIRS_MIN = 200;
/** Pairs in which the two sides differ; only they carry news. */
export const DISCORDANT_MIN = 30;
