import { boundRunState } from '@/lib/projection/bound-run-state';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE, FOLD_VERSION, type RunState } from '@/lib/projection/run-state';
import { readFoldedEntries } from '@/server/events/read-folded-entries';
import { findSnapshot, keepSnapshot } from '@/server/repositories/run-snapshots';

/**
 * The state of a run page at a number of its ledger. It is kept every few thousand entries, so that the next reader
 * folds only new entries and not the whole run. The caller checks who may read it.
 */

const PAGE = 5_000;
/** Folding these takes less time than keeping what comes of it for each reader. */
const KEEP_EVERY = 2_000;

const going = new Map<string, Promise<RunState>>();

/** Concurrent requests for the same run share one fold. */
export async function foldRun(runId: string, upToSeq: number): Promise<RunState> {
  const key = `${runId}:${upToSeq}`;
  const known = going.get(key);
  if (known !== undefined) return known;
  const folding = fold(runId, upToSeq).finally(() => going.delete(key));
  going.set(key, folding);
  return folding;
}

/** For the worker, when a run has ended: the first reader of a long run then waits for nothing. */
export async function keepFolded(runId: string, lastSeq: number): Promise<void> {
  if (lastSeq >= KEEP_EVERY) await foldRun(runId, lastSeq);
}

async function fold(runId: string, upToSeq: number): Promise<RunState> {
  const kept = await findSnapshot(runId, FOLD_VERSION);
  let state: RunState = kept === null ? EMPTY_RUN_STATE : (JSON.parse(kept.state) as RunState);
  const begun = state.lastSeq;
  while (state.lastSeq < upToSeq) {
    const entries = await readFoldedEntries(runId, {
      ...{ afterSeq: state.lastSeq, upToSeq: Math.min(upToSeq, state.lastSeq + PAGE) },
      textsFromSeq: upToSeq - PAGE,
    });
    if (entries.length === 0) break;
    state = boundRunState(reduceRun(state, entries));
  }
  if (state.lastSeq - begun >= KEEP_EVERY)
    await keepSnapshot(runId, FOLD_VERSION, { seq: state.lastSeq, state: JSON.stringify(state) });
  return state;
}
