import { CallCut } from '@/lib/engine/dispatch/departures';
import { heldCandidate } from '@/lib/engine/iteration/steer-insights';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import type { MappedExample } from '@/lib/methods/method';
import type { PriorityCandidate } from '@/lib/ports/run-control';
import type { CutMap, GuardedMap, Taken } from './guarded-map';

/**
 * A person puts a candidate before everything else. The run takes it up at the next moment that its pinned
 * policy allows:
 *
 * - `drop` cuts the map short: what was not sent is cancelled, what was sent is awaited and kept, and the examples
 *   that are whole form the iteration;
 * - `rollback` cuts it too, then discards what is there, so that the same examples are met again under the new
 *   candidate (what was answered stays paid, in the journal);
 * - `drain` lets the iteration end, without letting a request wait for company.
 *
 * Whichever it is, the moment is a journaled decision and known before the map of a replay. Only the map is ever cut:
 * once reflections are grouped, the iteration ends as it would have.
 */

/** The three moments of an iteration at which a candidate may be taken up, as ordinals of the decision. */
const BEFORE = 0;
const DURING_MAP = 1;
const AFTER = 2;

const keyAt = (iteration: number, ordinal: number) => ({ iteration, kind: 'preemption', ordinal });

/** Before an iteration is planned: nothing is under way, so every mode means the same. */
export async function takeBeforeIteration(context: RunContext, state: RunState): Promise<void> {
  if (!context.manifest.dispatch) return;
  const { iteration } = state;
  const { journal } = context;
  const known = await journal.decided?.<Taken | null>(keyAt(iteration, BEFORE));
  // Where the plan is there already, a process before this one has passed this moment without a candidate.
  const isPassed = (await journal.decided?.({ iteration, kind: 'batchPlan', ordinal: 0 })) !== undefined;
  const waiting = known === undefined && !isPassed ? await nextUntaken(context, state) : null;
  const taken = known ?? (waiting && (await decideTaken(context, keyAt(iteration, BEFORE), waiting)));
  if (taken) await takeUp(context, state, taken, { place: `${iteration}/before` });
}

/** After it has closed and before it is measured, so that what is measured is what the run goes on with. */
export async function takeAfterIteration(
  context: RunContext,
  state: RunState,
  { cut, members }: { readonly cut: CutMap | null; readonly members: readonly number[] },
): Promise<void> {
  if (!context.manifest.dispatch) return;
  const { iteration } = state;
  const found =
    cut?.taken ??
    (await context.journal.decide<Taken | null>(keyAt(iteration, AFTER), async () => {
      const waiting = await nextUntaken(context, state);
      return waiting && asTaken(context, waiting);
    }));
  context.dispatching?.dispatcher.hurry(false);
  if (!found) return;
  await takeUp(context, state, found, { place: `${iteration}`, members, ...cut });
}

/** Guard that may cut the map of this iteration short; null where no policy is pinned. */
export async function guardMap(
  context: RunContext,
  state: RunState,
  planned: number,
): Promise<GuardedMap | null> {
  const { manifest, journal, dispatching, control } = context;
  if (!manifest.dispatch || dispatching === null) return null;
  const { dispatcher } = dispatching;
  const { iteration } = state;
  const key = keyAt(iteration, DURING_MAP);
  const cutting = new AbortController();
  let taken = await journal.decided?.<Taken | null>(key);
  let cutBy: CutMap | null = null;
  if (taken) cutting.abort();

  async function consider(): Promise<void> {
    const waiting = taken === undefined ? await nextUntaken(context, state) : null;
    if (waiting === null) return;
    dispatcher.hurry(true);
    if (manifest.dispatch?.preemption === 'drain') return;
    taken = await decideTaken(context, key, waiting);
    if (!taken) return;
    cutting.abort();
    dispatcher.withdraw(
      ({ cut }) => cut === cutting.signal,
      () => new CallCut(),
    );
  }
  const looking = lookInTurn(consider);
  const isOpen = taken === undefined && control.priorities !== undefined;
  const leave = (isOpen && control.priorities?.listen(looking.look)) || (() => undefined);
  // One may have come just before anybody listened.
  if (isOpen) looking.look();

  return {
    cut: cutting.signal,
    isCut: (error) => error instanceof CallCut,
    async close(mapped) {
      leave();
      await looking.end();
      // Written down also when there was nothing: from here on no process may cut this map.
      taken ??= await journal.decide<Taken | null>(key, () => null);
      if (taken === null) return mapped;
      const kept = taken.mode === 'rollback' ? [] : mapped;
      cutBy = { taken, ...partition(kept, planned) };
      return kept;
    },
    cutBy: () => cutBy,
    leave,
  };
}

function partition(kept: readonly MappedExample[], planned: number) {
  const members = kept.map(({ reflection }) => reflection.ordinal);
  const ordinals = Array.from({ length: planned }, (_, ordinal) => ordinal);
  return { members, dropped: ordinals.filter((ordinal) => !members.includes(ordinal)) };
}

/** One look at a time; what is heard during a look makes one more. A fault shows when the looking ends. */
function lookInTurn(consider: () => Promise<void>) {
  let looks = Promise.resolve();
  return {
    look: () => {
      looks = looks.then(consider);
      // `end` reports the fault; without a handler until then, Node would report an unhandled rejection.
      looks.catch((fault: unknown) => fault);
    },
    end: () => looks,
  };
}

/** A journaled candidate counts as taken, even where the process died before it could tell the channel. */
async function nextUntaken(context: RunContext, state: RunState): Promise<PriorityCandidate | null> {
  const { priorities } = context.control;
  const next = (await priorities?.next()) ?? null;
  if (next === null || !state.takenPriorities.has(next.id)) return next;
  await priorities?.taken(next.id);
  return (await priorities?.next()) ?? null;
}

const asTaken = ({ manifest }: RunContext, { id, text, hash, by }: PriorityCandidate) => ({
  id,
  text,
  hash,
  by,
  mode: manifest.dispatch?.preemption ?? 'drain',
});

function decideTaken(context: RunContext, key: ReturnType<typeof keyAt>, waiting: PriorityCandidate) {
  return context.journal.decide<Taken | null>(key, () => asTaken(context, waiting));
}

/** The switch itself: from here on the run learns on what the person wrote. */
async function takeUp(
  context: RunContext,
  state: RunState,
  taken: Taken,
  at: { readonly place: string } & Partial<CutMap>,
): Promise<void> {
  const { iteration } = state;
  const { id, by, mode } = taken;
  const { text, hash } = heldCandidate(context, state, { text: taken.text, hash: taken.hash });
  const { members = [], dropped = [] } = at;
  const told = { iteration, mode, members, dropped, candidateHash: hash, by };
  context.facts.emit('iteration.preempted', at.place, told);
  context.facts.emit('candidate.created', `${at.place}/byHand`, {
    iteration,
    hash,
    parentHash: state.candidate.hash,
    text,
    ...context.method.describe({ hash, text }),
    applied: 0,
    ignored: 0,
    byHand: by,
  });
  state.candidate = { hash, text };
  state.takenPriorities.add(id);
  await context.control.priorities?.taken(id);
}
