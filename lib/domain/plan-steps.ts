/** Steps of a run plan in their order. */
export const PLAN_STEPS = ['serial', 'diagnosis', 'parallel'] as const;
