import type { RolloutEnd } from '@/lib/engine/rollouts/carry-rollout';
import { AppError } from '@/lib/errors/app-error';
import type { RolloutPayload } from '@/server/jobs/rollout-jobs';
import { logOf } from '@/server/observability/log';
import { type HelpedRun, type HelperParts, openHelpedRun } from './helped-run';

/** The runs that a worker helps with, each opened at its first rollout and closed when none has come for a while. */
interface Kept {
  readonly opened: Promise<HelpedRun | null>;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

const IDLE_MS = 5_000;

export function helpedRuns(parts: HelperParts) {
  const kept = new Map<string, Kept>();

  function drop(key: string): void {
    const one = kept.get(key);
    if (!one) return;
    kept.delete(key);
    clearTimeout(one.timer);
    // A run that could not be opened has nothing to close, and its caller has the error.
    one.opened.then(
      (run) => run?.close(),
      () => undefined,
    );
  }

  async function carry(payload: RolloutPayload, lost: AbortSignal): Promise<RolloutEnd> {
    const key = `${payload.runId}/${payload.fence}`;
    const one = kept.get(key) ?? { opened: openHelpedRun(parts, payload), users: 0, timer: undefined };
    kept.set(key, one);
    clearTimeout(one.timer);
    one.users += 1;
    try {
      const run = await one.opened;
      return run === null ? 'interrupted' : await run.carry(payload, lost);
    } catch (error) {
      // The holder continues the rollout itself and meets the same error if the run causes it.
      const isLost = AppError.is(error, 'LEASE_LOST');
      if (!isLost) logOf('worker').warn({ runId: payload.runId, err: error }, 'A rollout is handed back.');
      return isLost || lost.aborted ? 'interrupted' : 'unfinished';
    } finally {
      one.users -= 1;
      if (one.users === 0) one.timer = setTimeout(() => drop(key), IDLE_MS).unref();
    }
  }

  return {
    carry,
    stop(key: string): void {
      // A run that could not be opened carries no rollout.
      kept.get(key)?.opened.then(
        (run) => run?.stop(),
        () => undefined,
      );
    },
    close(): void {
      for (const key of [...kept.keys()]) drop(key);
    },
  };
}
