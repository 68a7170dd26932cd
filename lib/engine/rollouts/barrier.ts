import { settleAll } from '@/lib/combee/settle-all';
import type { MappedExample } from '@/lib/methods/method';
import type { Alarm } from '@/lib/ports/clock';
import type { Journal } from '@/lib/ports/journal';
import type { LateReflection } from './outstanding';

/**
 * The barrier between map and reduce. An iteration closes once a share of its examples has arrived. With share 1 it waits
 * for all of them and decides nothing, as in the paper. Below 1 the members are a journaled decision, made once and
 * read back by every replay (rulings J1, J7): what has not arrived is late and joins the next iteration, and what was
 * late for this one already is dropped, since it would be two iterations old.
 *
 * Knows nothing of money, facts or groups.
 */
export interface Barrier {
  /** The iteration's own examples in order, then those carried into it: each once it has arrived, null once it will not. */
  readonly gates: readonly Promise<MappedExample | null>[];
  readonly closed: Promise<Closing>;
}

/** Ordinals; of `carried` and `dropped` those in the iteration before. */
export type Closing = {
  readonly members: readonly number[];
  readonly late: readonly number[];
  readonly carried: readonly number[];
  readonly dropped: readonly number[];
};

export interface BarrierInput {
  readonly journal: Journal;
  readonly alarm: Alarm;
  readonly iteration: number;
  readonly own: readonly Promise<MappedExample>[];
  /** From the iteration before. */
  readonly carried: readonly LateReflection[];
  /** Share of its own examples that closes the iteration; 1 = all of them, and all that are carried too. */
  readonly share: number;
  /** Tells the errors that mean "cut short" from failures; absent = nothing is ever cut. */
  readonly isCut?: (error: unknown) => boolean;
}

export async function openBarrier(input: BarrierInput): Promise<Barrier> {
  const { iteration, own, carried, share, journal } = input;
  const key = { iteration, kind: 'iterationMembers', ordinal: 0 };
  const waitsForAll = share >= 1;
  // A replay finds late answers in its journal at once: they must not slip in before what was decided.
  const known = waitsForAll ? undefined : await journal.decided?.<Closing>(key);
  const arrivals = watchArrivals(
    [...own, ...carried.map(({ pending }) => pending)],
    input.isCut,
    known === undefined ? () => true : (place) => wasIn(known, input, place),
  );

  async function close(): Promise<Closing> {
    if (waitsForAll || known !== undefined) {
      await settleAll(arrivals.gates);
      return known ?? partition(input, () => true);
    }
    const needed = Math.ceil(share * own.length);
    await arrivals.until((isIn) => own.filter((_, ordinal) => isIn(ordinal)).length >= needed);
    // A process that took the run over finds answers in its journal at once; one turn of the clock lets them all in,
    // so that no group that was aggregated before the kill misses a member that is there.
    await new Promise<void>((resolve) => {
      input.alarm.after(0, resolve);
    });
    return journal.decide<Closing>(key, () => partition(input, arrivals.close()));
  }

  const closed = close();
  closed.catch((fault: unknown) => fault); // thrown to the caller that waits for it
  return { gates: arrivals.gates, closed };
}

function partition({ own, carried }: BarrierInput, isIn: (place: number) => boolean): Closing {
  const ordinals = own.map((_, ordinal) => ordinal);
  const isCarriedIn = (index: number) => isIn(own.length + index);
  return {
    members: ordinals.filter(isIn),
    late: ordinals.filter((ordinal) => !isIn(ordinal)),
    carried: carried.filter((_, index) => isCarriedIn(index)).map(({ ordinal }) => ordinal),
    dropped: carried.filter((_, index) => !isCarriedIn(index)).map(({ ordinal }) => ordinal),
  };
}

function wasIn(known: Closing, { own, carried }: BarrierInput, place: number): boolean {
  if (place < own.length) return known.members.includes(place);
  return known.carried.includes(carried[place - own.length]?.ordinal ?? -1);
}

/** Lets each source through its gate when it comes, until the gates close. */
function watchArrivals(
  sources: readonly Promise<MappedExample>[],
  isCut: BarrierInput['isCut'],
  isAdmitted: (place: number) => boolean,
) {
  const arrived = sources.map(() => false);
  const isIn = (place: number) => arrived[place] === true;
  const shut: (() => void)[] = [];
  let isClosed = false;
  let heard: () => void = () => undefined;

  const gates = sources.map(
    (source, place) =>
      new Promise<MappedExample | null>((resolve, reject) => {
        if (!isAdmitted(place)) return resolve(null);
        shut.push(() => resolve(null)); // changes nothing for who is through
        source.then(
          (mapped) => {
            if (isClosed) return;
            arrived[place] = true;
            resolve(mapped);
            heard();
          },
          (error: unknown) => (isCut?.(error) ? resolve(null) : reject(error)),
        );
      }),
  );
  return {
    gates,
    /** @throws what the first source that failed has thrown. */
    until(isEnough: (isIn: (place: number) => boolean) => boolean): Promise<void> {
      return new Promise((resolve, reject) => {
        heard = () => {
          if (isEnough(isIn)) resolve();
        };
        heard();
        for (const gate of gates) gate.catch(reject);
      });
    },
    close() {
      isClosed = true;
      for (const one of shut) one();
      return isIn;
    },
  };
}
