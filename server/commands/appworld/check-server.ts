import { outcomeOf } from '@/lib/environments/appworld/evaluation';
import type { Said, WorldFault } from '@/lib/environments/appworld/world';
import type { WorldClient } from '@/server/adapters/appworld/world-client';

/**
 * Self-test of a server: is it there, and does an idle agent learn nothing on one task? Prints figures only, since the
 * benchmark's texts may not be copied into logs.
 */
export interface ServerCheck {
  readonly lines: readonly string[];
  readonly good: boolean;
}

export async function checkServer(world: WorldClient, taskId: string): Promise<ServerCheck> {
  const lines: string[] = [];
  const see = <T>(
    step: string,
    said: Said<T>,
    seen: (value: T) => string,
  ): said is { ok: true; value: T } => {
    lines.push(`${step}: ${said.ok ? seen(said.value) : faultWords(said.fault)}`);
    return said.ok;
  };
  const bad = () => ({ lines, good: false });
  if (!see('server', await world.health(), () => 'answers')) return bad();
  const began = performance.now();
  const task = await world.initialize(taskId);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (
    !see(`initialize ${taskId}`, task, ({ instruction }) => `${instruction.length} characters, ${seconds} s`)
  )
    return bad();
  const found = await world.evaluate();
  const isSeen = see('evaluate', found, (evaluation) => {
    const { passed, tests, learningReward, difficulty } = outcomeOf(evaluation);
    return `difficulty ${difficulty ?? 'unknown'}, ${passed} of ${tests} tests pass, idle agent learns ${learningReward}`;
  });
  const isClosed = see('close', await world.close(), () => 'done');
  if (!isSeen || !isClosed || !found.ok) return bad();
  const { success, learningReward } = outcomeOf(found.value);
  const isIdleWorthless = !success && learningReward === 0;
  lines.push(
    isIdleWorthless ? 'self-test: an idle agent scores 0' : 'self-test: FAILED, an idle agent scores',
  );
  return { lines, good: isIdleWorthless };
}

const FAULTS: Readonly<Record<WorldFault['kind'], string>> = {
  away: 'no connection',
  late: 'no answer within its time',
  notInitialized: 'the server holds no task',
  otherTask: 'the server holds another task: start one server for each agent',
  invalid: 'the server does not take this form of the request',
  serverFailed: 'the server failed; its own log has the reason, often an unknown task or missing data',
  refused: 'the server refuses the request: is this an AppWorld environment server?',
  unreadable: 'the answer is not of the protocol',
};

export const faultWords = ({ kind, status }: WorldFault): string =>
  status === null ? FAULTS[kind] : `${FAULTS[kind]} (status ${status})`;
