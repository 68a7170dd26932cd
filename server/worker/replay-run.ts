import type pg from 'pg';
import type { RunManifest } from '@/lib/domain/manifest';
import { runLoop } from '@/lib/engine/run-loop';
import { AppError } from '@/lib/errors/app-error';
import { openReplayJournal } from '@/server/ledger/replay-journal';
import { methodOf, systemAlarm, systemClock } from './build-ports';
import { loadExamples } from './load-examples';

export interface Replay {
  readonly same: boolean;
  readonly runHash: string;
  readonly replayHash: string | null;
  /** Facts that the replay stated. */
  readonly facts: number;
  readonly explanation: string;
}

/**
 * Runs a finished run again from its journal alone: nobody is asked, nothing is written, nothing is paid. The same
 * hash means that the result follows from the journaled answers and from nothing else.
 */
export async function replayRun(pool: pg.Pool, runId: string): Promise<Replay> {
  const { rows } = await pool.query<{ manifest: RunManifest; runHash: string | null; status: string }>(
    'SELECT manifest, "runHash", status FROM "Run" WHERE id = $1',
    [runId],
  );
  const run = rows[0];
  if (!run) throw new AppError('NOT_FOUND', `There is no run ${runId}.`);
  if (run.runHash === null) {
    throw new AppError(
      'STATE_CONFLICT',
      `This run is ${run.status}: only a run that came to its end can be replayed.`,
    );
  }
  let facts = 0;
  const outcome = await runLoop({
    manifest: run.manifest,
    examples: await loadExamples(pool, { registrationId: run.manifest.split.registrationId, runId }),
    method: methodOf(run.manifest),
    model: {
      complete: async () => {
        throw new AppError('INVARIANT_BROKEN', 'A replay asked a model.');
      },
    },
    journal: await openReplayJournal(pool, runId),
    ledger: {
      append: () => {
        facts += 1;
      },
      flush: async () => undefined,
    },
    clock: systemClock,
    alarm: systemAlarm,
    control: { requested: async () => 'run', signal: new AbortController().signal },
    worker: 'replay',
  });
  return {
    same: outcome.runHash === run.runHash,
    runHash: run.runHash,
    replayHash: outcome.runHash,
    facts,
    explanation: outcome.explanation,
  };
}
