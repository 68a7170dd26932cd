import { closeIteration, measureIfDue } from '@/lib/engine/boundary';
import { settleLanes } from '@/lib/engine/calls/lane-control';
import { stateDispatched } from '@/lib/engine/dispatch/open-dispatch';
import { openBarrier } from '@/lib/engine/rollouts/barrier';
import { bookClosing, stateDropped } from '@/lib/engine/rollouts/carry-over';
import { guardMap, takeAfterIteration, takeBeforeIteration } from '@/lib/engine/rollouts/preemption';
import { runFlight } from '@/lib/engine/rollouts/run-flight';
import type { MapFlight, OpenedIteration } from '@/lib/engine/rollouts/stragglers';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import { stepSearch } from '@/lib/engine/search/run-search';
import type { IterationDone } from './iteration';
import { reseedIfCollapsed } from './lineage';
import { openAhead, openDraining, openIteration } from './open-iteration';
import { runIteration } from './run-iteration';

/** Plan, map-shuffle-reduce, close, measure: one turn of the loop. */
export async function stepIteration(context: RunContext, state: RunState): Promise<void> {
  await settleLanes(context, state);
  reseedIfCollapsed(context, state);
  stateDispatched(context.facts, context.dispatching, state.iteration);
  if (context.search) return stepSearch(context, state);
  const opened = takeAhead(state) ?? (await openNow(context, state));
  if (opened.flight === null) return runToBarrier(context, state, opened);
  await runThroughBarrier(context, state, { opened, flight: opened.flight, isLast: false });
}

/**
 * What is still under way when the run stops: the map that was ahead is reduced, since it is paid; late reflections
 * join it, or form a last iteration of their own. Then nothing is out any more.
 */
export async function drain(context: RunContext, state: RunState): Promise<void> {
  const { stragglers } = state;
  const ahead = takeAhead(state);
  const opened = ahead ?? (stragglers.late.length > 0 ? openDraining(context, state) : null);
  if (opened?.flight)
    await runThroughBarrier(context, state, { opened, flight: opened.flight, isLast: true });
  await stateDropped(context, state);
}

function takeAhead({ stragglers }: RunState): OpenedIteration | null {
  const { ahead } = stragglers;
  stragglers.ahead = null;
  return ahead;
}

async function openNow(context: RunContext, state: RunState): Promise<OpenedIteration> {
  await takeBeforeIteration(context, state);
  return openIteration(context, state);
}

/** As in the paper: everything is waited for, then reduced. */
async function runToBarrier(context: RunContext, state: RunState, opened: OpenedIteration): Promise<void> {
  const { plan, examples } = opened;
  const startedMs = context.clock.monotonicMs();
  const gate = await guardMap(context, state, examples.length);
  const { manifest, journal, embedder } = context;
  const outcome = await runIteration({
    ...reduceInput(context, state),
    examples,
    judge: state.judge,
    journal,
    screening: { settings: manifest.diversity, state: state.diversity, embedder },
    ...(gate ? { gate } : {}),
  }).finally(() => gate?.leave());
  const cut = gate?.cutBy() ?? null;
  await closeIteration(context, state, { plan, outcome, startedMs, cut: cut?.taken.mode });
  await takeAfterIteration(context, state, { cut, members: outcome.members });
  await endStep(context, state);
}

interface OpenRun {
  readonly opened: OpenedIteration;
  readonly flight: MapFlight;
  /** The run stops after it: all that is out is waited for, and nothing new begins. */
  readonly isLast: boolean;
}

/** With an open barrier: the closing may come before the last example, and the next map before the candidate. */
async function runThroughBarrier(context: RunContext, state: RunState, run: OpenRun): Promise<void> {
  const { opened, flight, isLast } = run;
  const { stragglers } = state;
  const carried = stragglers.late;
  const spend = context.asker.spend();
  // A map that began earlier hides its time behind the reduce before it: only what is left of it counts.
  const startedMs = context.clock.monotonicMs();
  const barrier = await openBarrier({
    ...context,
    iteration: opened.iteration,
    own: flight.pending,
    carried,
    afterShare: isLast ? 1 : (context.manifest.stragglers?.carryOverAfterShare ?? 1),
  });
  const running = runFlight({ input: reduceInput(context, state), flight, barrier, carried });
  const opening = isLast ? null : barrier.closed.then(() => openAhead(context, state, { ...opened, spend }));
  // Both, before either may fail: what is in flight ends, and is journaled, before an abort surfaces.
  await Promise.allSettled([running, opening]);
  const { outcome, closing } = await running;
  stragglers.ahead = await opening;
  bookClosing(state, opened, closing);
  const done: IterationDone = {
    plan: opened.plan,
    outcome,
    startedMs,
    disturbed: opened.isDisturbed === true,
  };
  await closeIteration(context, state, done);
  if (!isLast) await takeAfterIteration(context, state, { cut: null, members: outcome.members });
  await endStep(context, state, isLast);
}

const reduceInput = (context: RunContext, state: RunState) => ({
  manifest: context.manifest,
  method: context.methodOf(state.iteration),
  iteration: state.iteration,
  candidate: state.candidate,
  trainExamplesSeen: state.seen,
  trainExamples: context.order.total,
  rng: context.rng.fork(`iteration-${state.iteration}`),
  ask: context.asker.forIteration(state.iteration),
  facts: context.facts,
});

/** What a drained run leaves behind is measured at its end, like any other. */
async function endStep(context: RunContext, state: RunState, isDrained = false): Promise<void> {
  const { stragglers, iteration } = state;
  const measured = state.measurements.length;
  const isEnd = state.seen >= context.order.total && stragglers.late.length === 0;
  if (!isDrained) await measureIfDue(context, state, { iteration, last: isEnd });
  if (stragglers.ahead && state.measurements.length > measured) {
    stragglers.ahead = { ...stragglers.ahead, isDisturbed: true };
  }
  state.iteration += 1;
  await context.facts.flush();
}
