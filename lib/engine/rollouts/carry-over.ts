import { settleAll } from '@/lib/combee/settle-all';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import type { Closing } from './barrier';
import type { LateReflection, OpenedIteration, RunningMap } from './outstanding';

/**
 * Carry-over (rulings J7): what came too late for its own iteration joins the next one, once, or is dropped there and
 * reported with its cost. This file decides which one is late and where its cost is counted: with the iteration that
 * closed on it, at one fixed place, so that a replay counts the same.
 */

/** Records the rollouts that this closing leaves under way, and counts the cost of those that it closed on. */
export function bookClosing(state: RunState, opened: OpenedIteration, closing: Closing): void {
  const { outstanding } = state;
  const { map, iteration } = opened;
  for (const ordinal of closing.members) map.costs[ordinal]?.settle();
  for (const one of outstanding.late) {
    if (closing.carried.includes(one.ordinal)) one.cost.settle();
    else outstanding.dropped.push(one);
  }
  outstanding.late = closing.late.flatMap((ordinal) => lateOf(iteration, map, ordinal));
}

function lateOf(iteration: number, map: RunningMap, ordinal: number): readonly LateReflection[] {
  const { candidate: base, examples, pending, costs } = map;
  const [example, running, cost] = [examples[ordinal], pending[ordinal], costs[ordinal]];
  if (example === undefined || running === undefined || cost === undefined) return [];
  return [{ iteration, ordinal, exampleId: example.id, base, pending: running, cost }];
}

/** Waited for before the run ends: what they cost has been paid, and the ledger says so. */
export async function emitDropped({ facts }: RunContext, { outstanding }: RunState): Promise<void> {
  const dropped = outstanding.dropped.splice(0);
  const mapped = await settleAll(dropped.map(({ pending }) => pending));
  for (const [index, one] of dropped.entries()) {
    one.cost.settle();
    const { tokensIn, tokensOut, costUsd, spendUsd } = one.cost.spend;
    facts.emit('reflection.dropped', `${one.iteration}/${one.ordinal}`, {
      iteration: one.iteration,
      ordinal: one.ordinal,
      exampleId: one.exampleId,
      candidateHash: one.base.hash,
      usable: mapped[index]?.reflection.invalid === null,
      tokens: tokensIn + tokensOut,
      costUsd,
      spendUsd,
    });
  }
}
