import { closeIteration } from '@/lib/engine/boundary';
import { settleLanes } from '@/lib/engine/calls/lane-control';
import { emitDispatched } from '@/lib/engine/dispatch/open-dispatch';
import { measureIfDue, settleMeasurement } from '@/lib/engine/measure-boundary';
import { bookClosing, emitDropped } from '@/lib/engine/rollouts/carry-over';
import type { OpenedIteration } from '@/lib/engine/rollouts/outstanding';
import { takeAfterIteration, takeBeforeIteration } from '@/lib/engine/rollouts/preemption';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import { stepSearch } from '@/lib/engine/search/run-search';
import { carryIteration, type IterationTurn } from './carry-iteration';
import { reseedIfCollapsed } from './lineage';
import { openDraining, openIteration } from './open-iteration';
import { takeSteering } from './steer-insights';

/** One turn of the loop: plan, map, shuffle, scan and apply; then close and measure. */
export async function stepIteration(context: RunContext, state: RunState): Promise<void> {
  await settleLanes(context, state);
  await takeSteering(context, state);
  reseedIfCollapsed(context, state);
  emitDispatched(context.facts, context.dispatching, state.iteration);
  if (context.search) return stepSearch(context, state);
  await runToEnd(context, state, {
    open: async () => takeAhead(context, state) ?? (await openNow(context, state)),
    isLast: false,
  });
}

/**
 * Settles open work when the run stops: the map that was ahead is reduced, since it is paid; late reflections join
 * it, or form a last iteration of their own. Then nothing is outstanding any more.
 */
export async function drain(context: RunContext, state: RunState): Promise<void> {
  const ahead = takeAhead(context, state);
  if (ahead !== null || state.outstanding.late.length > 0) {
    await runToEnd(context, state, { open: async () => ahead ?? openDraining(context, state), isLast: true });
  }
  await emitDropped(context, state);
}

/** A map that began earlier hides its time behind the reduce before it: only what is left of it counts. */
function takeAhead({ clock }: RunContext, { outstanding }: RunState): OpenedIteration | null {
  const { ahead } = outstanding;
  outstanding.ahead = null;
  return ahead && { ...ahead, startedMs: clock.monotonicMs() };
}

async function openNow(context: RunContext, state: RunState): Promise<OpenedIteration> {
  await takeBeforeIteration(context, state);
  return openIteration(context, state);
}

async function runToEnd(context: RunContext, state: RunState, turn: IterationTurn): Promise<void> {
  const { opened, outcome, closing } = await carryIteration(context, state, turn);
  const endedMs = context.clock.monotonicMs();
  const { plan, startedMs, map, isDisturbed } = opened;
  const cut = map.guard?.cutBy() ?? null;
  bookClosing(state, opened, closing);
  const disturbed = isDisturbed === true;
  const isBesideMeasurement = await settleMeasurement(context, state);
  const times = { startedMs, endedMs, disturbed, isBesideMeasurement };
  await closeIteration(context, state, { plan, outcome, ...times, cut: cut?.taken.mode });
  if (!turn.isLast) await takeAfterIteration(context, state, { cut, members: outcome.members });
  await endStep(context, state, turn);
}

/** Ends the step; the candidate of a drained run is measured at its end, like any other. */
async function endStep(context: RunContext, state: RunState, { isLast }: IterationTurn): Promise<void> {
  const { outstanding, iteration } = state;
  const measured = state.measurements.length;
  const isEnd = state.seen >= context.order.total && outstanding.late.length === 0;
  if (!isLast) await measureIfDue(context, state, { iteration, last: isEnd });
  if (outstanding.ahead && state.measurements.length > measured) {
    outstanding.ahead = { ...outstanding.ahead, isDisturbed: true };
  }
  state.iteration += 1;
  await context.facts.flush();
}
