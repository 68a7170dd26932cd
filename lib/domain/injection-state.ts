/** Fate of a component in a rollout's model calls. */
export const INJECTION_STATES = ['proven', 'unproven', 'notApplicable', 'failed'] as const;
export type InjectionState = (typeof INJECTION_STATES)[number];
