import { settleAll } from '@/lib/combee/settle-all';
import type { Reflection } from '@/lib/domain/reflection';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import type { Barrier, Closing } from './barrier';
import type { LateReflection, MapFlight, OpenedIteration } from './stragglers';

/**
 * Carry-over (rulings J7): what came too late for its own iteration joins the next one, once, or is dropped there and
 * reported with its cost. Here is who becomes late, and where the money of each is counted: with the iteration that
 * closed on it, at one fixed place, so that a replay counts the same.
 */

/**
 * The reflections as the next reduce reads them. Those that are carried stand behind the iteration's own, numbered on
 * from them: in groups an ordinal names one reflection.
 */
export function reflectionGates({ gates }: Barrier): readonly Promise<Reflection | null>[] {
  return gates.map(async (gate, ordinal) => {
    const mapped = await gate;
    return mapped === null ? null : { ...mapped.reflection, ordinal };
  });
}

/** What this closing leaves under way, and whose cost counts from here on. */
export function bookClosing(state: RunState, opened: OpenedIteration, closing: Closing): void {
  const { stragglers } = state;
  const { flight, iteration } = opened;
  if (flight === null) return;
  for (const ordinal of closing.members) flight.tabs[ordinal]?.settle();
  for (const one of stragglers.late) {
    if (closing.carried.includes(one.ordinal)) one.tab.settle();
    else stragglers.dropped.push(one);
  }
  stragglers.late = closing.late.flatMap((ordinal) => lateOf(iteration, flight, ordinal));
}

function lateOf(iteration: number, flight: MapFlight, ordinal: number): readonly LateReflection[] {
  const { candidate: base, examples, pending, tabs } = flight;
  const [example, running, tab] = [examples[ordinal], pending[ordinal], tabs[ordinal]];
  if (example === undefined || running === undefined || tab === undefined) return [];
  return [{ iteration, ordinal, exampleId: example.id, base, pending: running, tab }];
}

/** Waited for before the run ends: what they cost has been paid, and the ledger says so. */
export async function stateDropped({ facts }: RunContext, { stragglers }: RunState): Promise<void> {
  const dropped = stragglers.dropped.splice(0);
  const mapped = await settleAll(dropped.map(({ pending }) => pending));
  for (const [index, one] of dropped.entries()) {
    one.tab.settle();
    const { tokensIn, tokensOut, costUsd, spendUsd } = one.tab.spend;
    facts.state('reflection.dropped', `${one.iteration}/${one.ordinal}`, {
      iteration: one.iteration,
      ordinal: one.ordinal,
      exampleId: one.exampleId,
      candidateHash: one.base.hash,
      usable: mapped[index]?.reflection.invalid === null,
      tokens: tokensIn + tokensOut,
      costUsd,
      spendUsd,
      explanation: `Too late for iteration ${one.iteration + 1} and for the one after it.`,
    });
  }
}
