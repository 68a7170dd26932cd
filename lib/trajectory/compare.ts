import { type AgentStep, isAgentStep, type Trajectory, type TrajectoryStep } from '@/lib/domain/trajectory';
import { argumentsKey } from './same-reply';

/** How two steps differ: by the tools called, by their arguments, by text; `missing` = only one side has a step. */
export type StepDifference = 'tool' | 'arguments' | 'text' | 'missing';

export interface StepPair {
  /** Index of the step; null = this side has none here. */
  readonly left: number | null;
  readonly right: number | null;
  readonly difference: StepDifference | null;
}

export interface TrajectoryComparison {
  readonly pairs: readonly StepPair[];
  /** Index of the first pair that differs; system text is left out, since candidates differ there by design. */
  readonly first: number | null;
}

/**
 * Two trajectories side by side: equal steps at both ends are paired, those in between in order, agent with agent. Two
 * steps that call tools are compared by their calls, others by their text. Linear in the size of both.
 */
export function compareTrajectories(
  left: Pick<Trajectory, 'steps'>,
  right: Pick<Trajectory, 'steps'>,
): TrajectoryComparison {
  const pairs = pairSteps(left.steps, right.steps);
  const first = pairs.findIndex(
    ({ left: l, right: r, difference }) =>
      difference !== null && (left.steps[l ?? -1] ?? right.steps[r ?? -1])?.source !== 'system',
  );
  return { pairs, first: first < 0 ? null : first };
}

function pairSteps(left: readonly TrajectoryStep[], right: readonly TrajectoryStep[]): StepPair[] {
  const isSame = (l: number, r: number) => differenceOf(left[l], right[r]) === null;
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head < most && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < most - head && isSame(left.length - 1 - tail, right.length - 1 - tail)) tail += 1;
  const pair = (l: number | null, r: number | null): StepPair => ({
    left: l,
    right: r,
    difference: differenceOf(left[l ?? -1], right[r ?? -1]),
  });
  const middle: StepPair[] = [];
  for (let l = head, r = head; l < left.length - tail || r < right.length - tail; ) {
    const a = l < left.length - tail ? left[l] : undefined;
    const b = r < right.length - tail ? right[r] : undefined;
    const takesLeft = a !== undefined && (b === undefined || a.source === b.source || !isAgentStep(a));
    const takesRight = b !== undefined && (a === undefined || a.source === b.source || !takesLeft);
    middle.push(pair(takesLeft ? l : null, takesRight ? r : null));
    if (takesLeft) l += 1;
    if (takesRight) r += 1;
  }
  const same = (count: number, l: number, r: number) =>
    Array.from({ length: count }, (_, index) => pair(l + index, r + index));
  return [...same(head, 0, 0), ...middle, ...same(tail, left.length - tail, right.length - tail)];
}

function differenceOf(a: TrajectoryStep | undefined, b: TrajectoryStep | undefined): StepDifference | null {
  if (a === undefined || b === undefined) return 'missing';
  if (isAgentStep(a) && isAgentStep(b)) return spokenDifference(a, b);
  return a.source === b.source && plain(a.text) === plain(b.text) ? null : 'text';
}

function spokenDifference(a: AgentStep, b: AgentStep): StepDifference | null {
  const hasCalls = a.toolCalls.length > 0 || b.toolCalls.length > 0;
  if (!hasCalls) return plain(a.text) === plain(b.text) ? null : 'text';
  const isSameTool =
    a.toolCalls.length === b.toolCalls.length &&
    a.toolCalls.every(({ name }, index) => name === b.toolCalls[index]?.name);
  if (!isSameTool) return 'tool';
  const isSameInput = a.toolCalls.every(
    (call, index) => argumentsKey(call.arguments) === argumentsKey(b.toolCalls[index]?.arguments ?? ''),
  );
  return isSameInput ? null : 'arguments';
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
