import { runIteration } from '@/lib/combee/iteration';
import { settleAll } from '@/lib/combee/settle-all';
import { steeredMethod } from '@/lib/combee/steered-method';
import type { Reflection } from '@/lib/domain/reflection';
import { type Barrier, type Closing, openBarrier } from '@/lib/engine/rollouts/barrier';
import { closingShare, type OpenedIteration, type RunningMap } from '@/lib/engine/rollouts/outstanding';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import type { MappedExample } from '@/lib/methods/method';
import { emitReduced, reduceInput } from './emit-reduce';
import type { IterationOutcome } from './iteration';
import { openAhead } from './open-iteration';
import { summarise, withCause } from './summarise-answers';

/**
 * The iteration of lib/combee in a run: its map behind a barrier that closes at a share, its steps emitted as they
 * happen, and with overlap the next iteration opened as soon as the barrier has closed. Its step `plan` opens the iteration:
 * plans the size and starts the rollouts; its step `map` opens the barrier that waits for them. Whether the run continues
 * is asked after.
 */
export interface IterationTurn {
  /** The iteration that is ahead already, or a new one. */
  readonly open: () => Promise<OpenedIteration>;
  /** The run stops after it: all that is outstanding is waited for, and nothing new begins. */
  readonly isLast: boolean;
}

export interface IterationRun {
  readonly opened: OpenedIteration;
  readonly outcome: IterationOutcome;
  readonly closing: Closing;
}

export async function carryIteration(
  context: RunContext,
  state: RunState,
  { open, isLast }: IterationTurn,
): Promise<IterationRun> {
  const { outstanding } = state;
  const carried = outstanding.late;
  let ahead: Promise<OpenedIteration | null> = Promise.resolve(null);
  const input = iterationInput(context, state);
  const running = runIteration({
    ...reduceInput(input),
    async plan() {
      const opened = await open();
      return { opened, base: state.candidate, screen: opened.map.screen?.screen };
    },
    async map({ opened }) {
      const spend = context.asker.spend();
      const barrier = await openBarrier({
        ...context,
        iteration: opened.iteration,
        own: opened.map.pending,
        carried,
        share: isLast ? 1 : closingShare(context.manifest),
        ...(opened.map.guard ? { isCut: opened.map.guard.isCut } : {}),
      });
      if (!isLast) ahead = barrier.closed.then(() => openAhead(context, state, { ...opened, spend }));
      ahead.catch((fault: unknown) => fault); // thrown below
      const kept = await keptOf(opened.map, barrier);
      return { barrier, kept, arrivals: kept === null ? reflectionsOf(barrier) : uncut(kept) };
    },
  }).then((reduced) => {
    emitReduced({ ...input, candidate: reduced.planned.base }, reduced);
    return reduced;
  });
  // Both, before either may fail: what is in flight ends, and is journaled, before an abort surfaces.
  await Promise.allSettled([running]);
  await Promise.allSettled([ahead]);
  const { planned, mapped, applied } = await running;
  const { opened } = planned;
  outstanding.ahead = await ahead;

  const closing = await mapped.barrier.closed;
  const all = await settleAll(mapped.barrier.gates);
  const size = opened.map.pending.length;
  const own = mapped.kept ?? all.slice(0, size).filter(isPresent);
  const joined = all.slice(size).filter(isPresent);
  const summary = summarise(own);
  const outcome: IterationOutcome = {
    candidate: applied.candidate,
    inTime: size - closing.late.length,
    ...summary,
    // Failures among the reflections carried over have not been counted yet.
    failures: summary.failures + joined.filter((one) => withCause(one).cause !== null).length,
    carry: {
      ...(closing.late.length > 0 ? { late: closing.late } : {}),
      ...(carried[0] === undefined ? {} : { carried: usable(joined), carriedBase: carried[0].base.hash }),
    },
  };
  return { opened, outcome, closing };
}

/** Examples kept of a map that may be cut; null where the map always runs to its end. */
async function keptOf({ guard }: RunningMap, { gates }: Barrier): Promise<readonly MappedExample[] | null> {
  if (guard === null) return null;
  try {
    return await guard.close((await settleAll(gates)).filter(isPresent));
  } finally {
    guard.leave();
  }
}

const uncut = (kept: readonly MappedExample[]) => kept.map(({ reflection }) => Promise.resolve(reflection));

/**
 * The reflections as the reduce reads them. Those that are carried over follow the iteration's own and are numbered on
 * from them: in groups an ordinal names one reflection.
 */
function reflectionsOf({ gates }: Barrier): readonly Promise<Reflection | null>[] {
  return gates.map(async (gate, ordinal) => {
    const mapped = await gate;
    return mapped === null ? null : { ...mapped.reflection, ordinal };
  });
}

const isPresent = (mapped: MappedExample | null): mapped is MappedExample => mapped !== null;

const usable = (mapped: readonly MappedExample[]) =>
  mapped.flatMap(({ reflection }) => (reflection.invalid === null ? [reflection.ordinal] : []));

const iterationInput = (context: RunContext, state: RunState) => ({
  manifest: context.manifest,
  method: steeredMethod(context.methodOf(state.iteration), state.steering),
  iteration: state.iteration,
  trainExamplesSeen: state.seen,
  trainExamples: context.order.total,
  rng: context.rng.fork(`iteration-${state.iteration}`),
  ask: context.asker.forIteration(state.iteration),
  facts: context.facts,
});
