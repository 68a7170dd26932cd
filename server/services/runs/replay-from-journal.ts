import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import type { Fact, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { type FirstDifference, type ReplayedFacts, replayedFacts } from '@/lib/engine/replayed-facts';
import type { RunLoopInput, RunOutcome } from '@/lib/engine/run-context';
import { runLoop } from '@/lib/engine/run-loop';
import { AppError } from '@/lib/errors/app-error';
import type { Journal } from '@/lib/ports/journal';
import { outcomeSentence } from '@/lib/words/run-end';
import { readEntries } from '@/server/events/read-events';
import { examplesOfRun } from '@/server/ledger/examples-of-run';
import { openReplayJournal } from '@/server/ledger/replay-journal';
import { systemAlarm, systemClock } from '@/server/observability/system-clock';
import { methodOf } from './pinned-method';

/**
 * Runs a finished run again from its journal alone: no model is called, nothing is written, nothing is paid. The same
 * hash means that the result follows from the journaled answers and from nothing else. Does not know the caller.
 */
export interface Replay {
  readonly verdict: 'same' | 'different' | 'unfinished';
  readonly replayHash: string | null;
  /** Facts of the result that the replay stated. */
  readonly facts: number;
  readonly explanation: string;
  /** Null where the hashes are the same or the replay was given up. */
  readonly firstDifference: FirstDifference | null;
}

export interface ReplayedRun {
  readonly id: string;
  readonly manifest: RunManifest;
  readonly runHash: string;
}

/** When to give up; left out = never. */
export interface ReplayBounds {
  readonly limitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function replayFromJournal(
  pool: pg.Pool,
  run: ReplayedRun,
  bounds: ReplayBounds = {},
): Promise<Replay> {
  const { id: runId, manifest } = run;
  return replayWith(
    run,
    {
      journal: await openReplayJournal(pool, runId),
      examples: await examplesOfRun(pool, runId, manifest),
      entriesAfter: (seq) => readEntries(runId, seq, { limit: PAGE, pool }),
    },
    bounds,
  );
}

/** Sources of a replay: from the database, or from a file. */
export interface ReplaySources {
  readonly journal: Journal;
  readonly examples: RunLoopInput['examples'];
  /** The ledger beyond a number, in order and in pages; an empty page is its end. */
  readonly entriesAfter: (seq: number) => Promise<readonly LedgerEntry[]>;
  /** Told of every fact that the replay states. */
  readonly onFact?: (fact: Fact) => void;
}

export async function replayWith(
  { manifest, runHash }: Pick<ReplayedRun, 'manifest' | 'runHash'>,
  sources: ReplaySources,
  bounds: ReplayBounds = {},
): Promise<Replay> {
  const facts = replayedFacts(manifest);
  const startedMs = systemClock.monotonicMs();
  const { journal, isGivenUp } = breathing(sources.journal, { ...bounds, startedMs });
  const outcome = await walked(
    runLoop({
      manifest,
      examples: sources.examples,
      method: methodOf(manifest),
      model: {
        complete: async () => {
          throw new AppError('INVARIANT_BROKEN', 'A replay asked a model.');
        },
      },
      journal,
      ledger: {
        append(fact) {
          facts.emit(fact);
          sources.onFact?.(fact);
        },
        flush: async () => undefined,
      },
      clock: systemClock,
      alarm: systemAlarm,
      control: { requested: async () => 'run', signal: new AbortController().signal },
      worker: 'replay',
    }),
  );
  const { runHash: replayHash, explanation } = outcome;
  const found = { replayHash, facts: facts.emitted, explanation };
  if (replayHash === runHash) return { ...found, verdict: 'same', firstDifference: null };
  if (isGivenUp()) return { ...found, verdict: 'unfinished', firstDifference: null };
  return { ...found, verdict: 'different', firstDifference: await findDifference(facts, sources) };
}

/** A replay that leaves the run's path has found a difference; that is an answer, not a fault. */
async function walked(
  walk: Promise<RunOutcome>,
): Promise<{ readonly runHash: string | null; readonly explanation: string }> {
  try {
    const outcome = await walk;
    return { runHash: outcome.runHash, explanation: outcomeSentence(outcome) };
  } catch (error) {
    if (!AppError.is(error, 'STATE_CONFLICT')) throw error;
    return { runHash: null, explanation: error.userMessage };
  }
}

/** A replay waits for nothing, so it would hold its process until its end: others get a turn after so long. */
const TURN_MS = 20;

function breathing(
  journal: Journal,
  { limitMs, signal, startedMs }: ReplayBounds & { readonly startedMs: number },
) {
  let turnMs = startedMs;
  let givenUp = false;
  async function breathe(): Promise<void> {
    if (systemClock.monotonicMs() - turnMs >= TURN_MS) {
      await nextTurn();
      turnMs = systemClock.monotonicMs();
    }
    const spentMs = systemClock.monotonicMs() - startedMs;
    givenUp ||= signal?.aborted === true || (limitMs !== undefined && spentMs > limitMs);
    if (givenUp) throw new AppError('STATE_CONFLICT', 'The replay was given up before its end.');
  }
  const answered: Journal['answered'] = async (key) => {
    await breathe();
    return journal.answered(key);
  };
  return { journal: { ...journal, answered }, isGivenUp: () => givenUp };
}

const PAGE = 1000;

async function findDifference(
  facts: ReplayedFacts,
  { entriesAfter }: ReplaySources,
): Promise<FirstDifference | null> {
  for (let after = 0; ; ) {
    const page = await entriesAfter(after);
    const found = facts.compare(page);
    if (found !== null) return found;
    after = page.at(-1)?.seq ?? after;
    if (page.length === 0) return facts.beyond();
  }
}
