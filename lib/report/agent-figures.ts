import type { AgentHealth, PastAttempt, Spread } from '@/lib/domain/past-attempt';
import { mean, median, quantile } from '@/lib/stats/summary';

/**
 * Health of an agent from the rows of its attempts, and what one more rollout will probably take. Linear in the number of
 * rows. Costs of rollouts whose models have no price are unknown and left out, never counted as 0.
 */

const HOUR_MS = 3_600_000;
/** Attempts that say what a rollout takes: others were cut short from outside. */
const WHOLE = ['completed', 'failed', 'limit'];

export function agentFigures(attempts: readonly PastAttempt[], nowMs: number): AgentHealth {
  const of = (...statuses: string[]) => attempts.filter(({ status }) => statuses.includes(status));
  const ended = of(...WHOLE);
  const counted = ended.filter(({ countedBy }) => countedBy !== 'unknown');
  const lastHour = ended.filter(({ endedAtMs }) => endedAtMs !== null && endedAtMs > nowMs - HOUR_MS);
  const reached = of('limit');
  const overdue = attempts.filter(({ fault }) => fault?.fault === 'seconds');
  return {
    attempts: attempts.length,
    completed: of('completed').length,
    limited: attempts.filter(({ status, fault }) => status === 'limit' || fault?.failure === 'limit').length,
    timedOut: overdue.length,
    failed: of('failed').length,
    open: of('queued', 'running').length,
    failures: failuresOf([...of('failed'), ...reached]),
    perHour: ended.length === 0 ? null : lastHour.length,
    ms: spreadOf(ended.flatMap((one) => (one.endedAtMs === null ? [] : [one.endedAtMs - one.startedAtMs]))),
    tokens: spreadOf(counted.map(({ tokens }) => tokens)),
    usd: spreadOf(counted.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]))),
  };
}

function failuresOf(attempts: readonly PastAttempt[]): AgentHealth['failures'] {
  const counts = new Map<string, AgentHealth['failures'][number]>();
  for (const { fault } of attempts) {
    if (fault === null) continue;
    const key = `${fault.failure}/${fault.fault}`;
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { kind: fault.failure, fault: fault.fault, count });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.fault < b.fault ? -1 : 1));
}

function spreadOf(values: readonly number[]): Spread | null {
  const [middle, high, average] = [median(values), quantile(values, 0.9), mean(values)];
  if (middle === undefined || high === undefined || average === undefined) return null;
  return { n: values.length, mean: average, median: middle, p90: high };
}
