/** Ready plans of a canary, from the most careful to the quickest. */
export const PRESET_NAMES = ['cautious', 'standard', 'fast'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];
