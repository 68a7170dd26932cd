import type pg from 'pg';
import { logOf } from '@/server/observability/log';
import { type StepCaller, writeStepCallers } from '@/server/repositories/step-callers';
import type { Exposure } from './exposure-id';

/**
 * Notes who is served in a live step, once a caller, and writes the notes every second. A note that cannot be written
 * waits in memory until Postgres is back. More callers than fit are not noted; that depends on no arm, so both arms lose
 * the same share of notes. Cost of a caller who is known: a look into a set.
 */
export interface StepCallers {
  note(exposure: Pick<Exposure, 'canaryId' | 'stage' | 'step' | 'variant' | 'keyHash' | 'atMs'>): void;
  /** Callers who are not written yet. */
  readonly waiting: number;
  /** Writes who is noted; a failure leaves them noted. */
  flush(): Promise<void>;
  /** Writes everything; for a process that ends. */
  close(): Promise<void>;
}

interface Ports {
  readonly pool: pg.Pool;
  readonly flushMs?: number;
  /** Callers that are kept in memory, written or not. */
  readonly callersMax?: number;
}

const FLUSH_MS = 1_000;
const ROWS_MAX = 2_000;
const CALLERS_MAX = 200_000;

export function makeStepCallers({ pool, flushMs = FLUSH_MS, callersMax = CALLERS_MAX }: Ports): StepCallers {
  const waiting = new Map<string, StepCaller>();
  const written = new Set<string>();
  let flushing: Promise<void> | undefined;
  let isAway = false;

  async function write(): Promise<void> {
    const due = [...waiting];
    for (let from = 0; from < due.length; from += ROWS_MAX) {
      const part = due.slice(from, from + ROWS_MAX);
      await writeStepCallers(
        pool,
        part.map(([, caller]) => caller),
      );
      // A caller who is forgotten is written once more, which changes nothing.
      if (written.size + part.length > callersMax) written.clear();
      for (const [key] of part) {
        written.add(key);
        waiting.delete(key);
      }
    }
  }

  /** A failure is told once. */
  function flush(): Promise<void> {
    flushing ??= write()
      .then(
        () => {
          isAway = false;
        },
        (err: unknown) => {
          if (!isAway)
            logOf('exposures').warn({ err }, 'Callers of live steps cannot be written now and are kept.');
          isAway = true;
        },
      )
      .finally(() => {
        flushing = undefined;
      });
    return flushing;
  }

  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();
  return {
    note({ canaryId, stage, step, variant, keyHash: caller, atMs }) {
      if (stage !== 'liveStep' || canaryId === null || step === null || caller === null) return;
      if (variant === 'incumbent') return;
      const key = `${canaryId} ${step} ${caller}`;
      if (written.has(key) || waiting.has(key) || waiting.size >= callersMax) return;
      waiting.set(key, { canaryId, step, variant, caller, at: new Date(atMs) });
    },
    get waiting() {
      return waiting.size;
    },
    flush,
    async close() {
      clearInterval(timer);
      await flushing;
      await flush();
    },
  };
}
