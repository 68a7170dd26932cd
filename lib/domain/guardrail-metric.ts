/** Quantities that must not become worse. `custom` is a score in 0..1 that the application posts, higher is better. */
export const GUARDRAIL_METRICS = ['latencyP95', 'cost', 'failureRate', 'custom'] as const;
export type GuardrailMetric = (typeof GUARDRAIL_METRICS)[number];
