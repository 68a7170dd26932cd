import { CALL_SETTINGS_DEFAULT } from '../call-settings';
import { drawDelayMs } from '../delay';
import { taughtCodesIn } from '../generator-reply';
import { scoreEndState } from './end-state';
import { practiceOffice } from './practice-office';
import type { RuleId } from './rules';
import { endStateOf } from './tasks';

/**
 * The office as an application in production: each request is a ticket that no run has seen, settled under a prompt by the
 * clerk of the rollouts and scored by the same end state. A whole ticket is one answer, so no model call is sent and
 * nothing is delayed; the latency is the one that its calls would take.
 */
export interface TrafficAnswer {
  readonly score: number;
  readonly latencyMs: number;
}

/** Tickets are named by their number, which goes round once all of them have come. */
export function answerTraffic(prompt: string, numbers: readonly number[]): TrafficAnswer[] {
  const taught = taughtCodesIn(prompt);
  const { shop, tasks } = practiceOffice();
  const unseen = tasks.filter(({ part }) => part === 'confirmation');
  return numbers.map((number) => {
    const task = unseen[number % unseen.length];
    if (task === undefined) return { score: 0, latencyMs: 0 };
    const knows = (rule: RuleId) => task.difficulty !== 'hard' && taught.has(rule);
    const plan = task.plan(knows);
    const { score } = scoreEndState(endStateOf(shop, plan), task.expected);
    const delays = plan.map((_, step) =>
      drawDelayMs(`traffic/${task.id}/${number}/${step}`, 0, CALL_SETTINGS_DEFAULT.delay),
    );
    return { score, latencyMs: Math.round(delays.reduce((sum, delay) => sum + delay, 0)) };
  });
}
