/** The task that all agents here have: a weather clerk with two tools, one of which fails at times. */
export const SYSTEM = 'You are a weather clerk.';

/** @param {{ city: string }} input */
export const lookup = ({ city }) => `${city}: 12 °C`;

/** @param {{ a: number, b: number }} input */
export function add({ a, b }) {
  if (b === 13) throw new Error('unlucky number');
  return String(a + b);
}

/**
 * The system text of the agent's own, with the component that it reads from the job.
 * @param {Job} job
 */
export const systemText = (job) => `${job.candidate.components.system}\n\n${SYSTEM}`;

/**
 * @typedef {{
 *   rolloutId: string, attempt: number,
 *   task: { input: { question: string } },
 *   candidate: { components: { system: string } },
 *   model: { name: string, openaiBaseUrl: string, anthropicBaseUrl: string, apiKey: string },
 * }} Job
 */

/**
 * @param {Job} job
 * @param {string} text
 */
export const outcomeOf = ({ rolloutId, attempt }, text) => ({
  version: 'waggle.rollout/1',
  rolloutId,
  attempt,
  status: 'completed',
  output: { text },
});
