import { reducePlanned } from '@/lib/combee/planned-groups';
import { reduceReflections } from '@/lib/combee/reduce-reflections';
import { settleAll } from '@/lib/combee/settle-all';
import type { IterationOutcome } from '@/lib/engine/iteration/iteration';
import { type ReduceInput, reduceParts, stateReduced } from '@/lib/engine/iteration/reduce-parts';
import { summarise, withCause } from '@/lib/engine/iteration/run-iteration';
import type { Barrier, Closing } from './barrier';
import { reflectionGates } from './carry-over';
import type { LateReflection, MapFlight } from './stragglers';

/**
 * From a map that is under way to the new candidate, through a barrier that may close early. With planned grouping
 * the groups start as their members come in; else everything that is in at the closing is grouped as ever.
 */
export interface FlightRun {
  readonly input: ReduceInput;
  readonly flight: MapFlight;
  readonly barrier: Barrier;
  /** Of the iteration before, in the order of the barrier's gates. */
  readonly carried: readonly LateReflection[];
}

export async function runFlight({
  input,
  flight,
  barrier,
  carried,
}: FlightRun): Promise<{ readonly outcome: IterationOutcome; readonly closing: Closing }> {
  const parts = reduceParts(input, flight.screen);
  const gates = reflectionGates(barrier);
  const isPlanned = input.manifest.aggregation.grouping === 'planned';
  const reduced = isPlanned
    ? await reducePlanned({ ...parts, gates })
    : await reduceReflections({
        ...parts,
        reflections: (await settleAll(gates)).filter((one) => one !== null),
      });
  stateReduced(input, reduced);

  const closing = await barrier.closed;
  const mapped = await settleAll(barrier.gates);
  const own = mapped.slice(0, flight.pending.length).filter((one) => one !== null);
  const joined = mapped.slice(flight.pending.length).filter((one) => one !== null);
  const summary = summarise(own);
  const [first] = carried;
  const outcome: IterationOutcome = {
    candidate: reduced.applied.candidate,
    inTime: own.length,
    ...summary,
    // Nobody has counted those of the iteration before yet.
    failures: summary.failures + joined.filter((one) => withCause(one).cause !== null).length,
    carry: {
      ...(closing.late.length > 0 ? { late: closing.late } : {}),
      ...(first === undefined
        ? {}
        : {
            carried: joined.flatMap(({ reflection }) =>
              reflection.invalid === null ? [reflection.ordinal] : [],
            ),
            carriedBase: first.base.hash,
          }),
    },
  };
  return { outcome, closing };
}
