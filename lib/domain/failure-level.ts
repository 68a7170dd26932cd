/** How bad a regression in production is, by the person who would have it. */
export const FAILURE_LEVELS = ['low', 'medium', 'high'] as const;
export type FailureLevel = (typeof FAILURE_LEVELS)[number];
