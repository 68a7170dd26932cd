/**
 * What level 2 counts in the practice model: a choice that no published figure settles (ruling A6), and that decides how
 * much two levels keep.
 */
export const LEVEL_TWO_READINGS = ['updates', 'distinctInsights', 'items'] as const;
/** Number of the groups' updates; of the different insights in them; of all insights in them, repeats counted. */
export type LevelTwoReading = (typeof LEVEL_TWO_READINGS)[number];
