/** Arms of a sweep, in the order of its figures. `noLearning` measures the prompt that all begin with. */
export const SWEEP_ARMS = [
  'noLearning',
  'sequential',
  'naive',
  'topK',
  'summary',
  'hierarchicalSummary',
  'combee',
] as const;
