import type { Cause } from '@/lib/domain/cause';
import { scoreOfVerdict } from '@/lib/domain/environment-verdict';
import type { Answer, Asked } from '@/lib/methods/method';
import { outcomeCause } from './outcome-cause';

/**
 * The answer of an agent's rollout: its output as it is, and the condensed trajectory as trace. Null where no agent was
 * asked. `citedIn` finds the ids of the lines that the trajectory cites.
 */
export function answerOfRollout(
  asked: Asked,
  citedIn: (trace: string) => readonly string[] = () => [],
): Answer | null {
  const { outcome } = asked;
  if (outcome.rollout === undefined) return null;
  const cause: Cause | null = outcomeCause(outcome);
  const trace = outcome.rollout.seen?.text ?? '';
  const text = outcome.ok && cause === null ? outcome.text : '';
  const { environment } = outcome.rollout;
  const judged = environment && { judged: scoreOfVerdict(environment) };
  return { text, cause, citedBulletIds: citedIn(trace), trace, asked: [asked], ...judged };
}
