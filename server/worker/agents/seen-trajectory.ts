import type { SeenTrajectory } from '@/lib/domain/rollout-reply';
import type { Trajectory } from '@/lib/domain/trajectory';
import { countTokens } from '@/lib/stats/count-tokens';
import { condenseTrajectory, TRAJECTORY_BUDGET_TOKENS } from '@/lib/trajectory/condense';
import { redactor } from './read-attempt';

/**
 * What a reflection reads of a trajectory, under its token budget. Texts that the prompt gives anyway (components, task)
 * are named instead of repeated. Null where nothing of it fits.
 */
export function seenOf(
  trajectory: Trajectory,
  parts: readonly { readonly name: string; readonly text: string }[],
  input: { readonly question: string; readonly context: string },
): SeenTrajectory | null {
  const redact = redactor();
  const components = parts.map(({ name, text }) => ({ label: `component ${name}`, text: redact(text) }));
  const { text, share, cuts } = condenseTrajectory(trajectory, {
    budgetTokens: TRAJECTORY_BUDGET_TOKENS,
    countTokens,
    prompt: components.map((component) => component.text).join('\n'),
    given: [
      ...components,
      { label: 'question', text: redact(input.question) },
      { label: 'context', text: redact(input.context) },
    ].filter((one) => one.text !== ''),
  });
  return text === '' ? null : { text, share, cuts };
}
