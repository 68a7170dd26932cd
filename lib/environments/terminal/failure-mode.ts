/** How a trial of Terminal-Bench ended, in its own words, and how a rollout counts that ended so. */
export const FAILURE_MODES = [
  ...(['unset', 'none', 'unknown', 'test_timeout', 'agent_timeout', 'unknown_agent_error'] as const),
  ...(['parse_error', 'fatal_llm_parse_error', 'context_length_exceeded'] as const),
  ...(['output_length_exceeded', 'agent_installation_failed'] as const),
] as const;
export type FailureMode = (typeof FAILURE_MODES)[number];

/**
 * `judged`: the tests decide. `limit`: what is there is scored and marked. `agent`: scores 0 and counts. `infrastructure`:
 * retried, then missing, so that a registry that refuses an image is never a 0.
 */
export type FailureCount = 'judged' | 'limit' | 'agent' | 'infrastructure';

const COUNTED: Readonly<Record<FailureMode, FailureCount>> = {
  unset: 'judged',
  none: 'judged',
  test_timeout: 'limit',
  agent_timeout: 'limit',
  unknown_agent_error: 'agent',
  fatal_llm_parse_error: 'agent',
  context_length_exceeded: 'agent',
  output_length_exceeded: 'agent',
  // The output of the tests could not be read: a failed evaluator is missing data.
  parse_error: 'infrastructure',
  agent_installation_failed: 'infrastructure',
  unknown: 'infrastructure',
};

/** A mode that a later version added counts as unknown. */
export function countedAs(mode: string): FailureCount {
  return COUNTED[FAILURE_MODES.find((known) => known === mode) ?? 'unknown'];
}
