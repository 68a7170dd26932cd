import type { RunManifest } from '@/lib/domain/manifest';
import type { Lanes } from '@/lib/engine/calls/lanes';
import type { FactSink } from '@/lib/engine/fact-sink';
import { type DispatchTally, makeDispatchTally } from './dispatch-tally';
import { type Dispatcher, type DispatcherParts, makeDispatcher } from './dispatcher';

/** The run loop's dispatch policy: the dispatcher and its counts. */
export interface Dispatching {
  readonly dispatcher: Dispatcher;
  readonly tally: DispatchTally;
}

/** Null where the manifest pins no policy: every call then goes as soon as a lane is free. */
export function openDispatch(
  { manifest, ...ports }: Pick<DispatcherParts, 'clock' | 'alarm' | 'journal'> & { manifest: RunManifest },
  lanes: Lanes,
): Dispatching | null {
  if (!manifest.dispatch) return null;
  const { clock, alarm, journal } = ports;
  const tally = makeDispatchTally({ clock, lanes });
  const dispatcher = makeDispatcher({ settings: manifest.dispatch, lanes, clock, alarm, journal, tally });
  return { dispatcher, tally };
}

/** Emits how the calls of all iterations before this one went out. */
export function emitDispatched(facts: FactSink, dispatching: Dispatching | null, before: number): void {
  for (const counts of dispatching?.tally.takeBefore(before) ?? []) {
    facts.emit('requests.dispatched', `${counts.iteration}`, counts);
  }
}
