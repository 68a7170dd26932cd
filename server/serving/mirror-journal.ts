import type pg from 'pg';
import { logOf } from '@/server/observability/log';
import {
  addMirrored,
  type MirroredRequest,
  type SealedRequest,
  sealMirrored,
} from '@/server/repositories/mirrored-requests';

/**
 * Requests with both answers on their way to the database, a batch at a time. While Postgres is away they wait, sealed,
 * in memory; when that is full no further request is mirrored until it is back, so nothing that was answered is dropped.
 */
export interface MirrorJournal {
  add(request: MirroredRequest): void;
  readonly waiting: number;
  /** False: nothing more should be mirrored for now. */
  readonly hasRoom: boolean;
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Ports {
  readonly pool: pg.Pool;
  readonly flushMs?: number;
  readonly most?: { readonly requests: number; readonly bytes: number };
}

const FLUSH_MS = 250;
const BATCH = 200;
const MOST = { requests: 5_000, bytes: 64_000_000 };

export function makeMirrorJournal({ pool, flushMs = FLUSH_MS, most = MOST }: Ports): MirrorJournal {
  let waiting: SealedRequest[] = [];
  let bytes = 0;
  let flushing: Promise<void> | undefined;
  let isAway = false;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      await addMirrored(pool, batch);
      waiting = waiting.slice(batch.length);
      bytes -= batch.reduce((sum, { sealed }) => sum + sealed.length, 0);
    }
  }

  /** Told once; what waits is what is left to do. */
  function flush(): Promise<void> {
    flushing ??= write()
      .then(
        () => {
          isAway = false;
        },
        (err: unknown) => {
          if (!isAway) logOf('gateway').warn({ err }, 'Mirrored answers cannot be written now and are kept.');
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
    add(request) {
      const sealed = sealMirrored(request);
      waiting.push(sealed);
      bytes += sealed.sealed.length;
    },
    get waiting() {
      return waiting.length;
    },
    get hasRoom() {
      return waiting.length < most.requests && bytes < most.bytes;
    },
    flush,
    async close() {
      clearInterval(timer);
      await flushing;
      await flush();
    },
  };
}
