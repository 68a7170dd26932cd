import type pg from 'pg';
import {
  addMirrored,
  type MirroredRequest,
  type SealedRequest,
  sealMirrored,
} from '@/server/repositories/mirrored-requests';
import { makeWriteBehind } from './write-behind';

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
  let bytes = 0;
  const behind = makeWriteBehind<SealedRequest>({
    ...{ flushMs, batch: BATCH, away: 'Mirrored answers cannot be written now and are kept.' },
    async write(batch) {
      await addMirrored(pool, batch);
      bytes -= batch.reduce((sum, { sealed }) => sum + sealed.length, 0);
    },
  });
  return {
    add(request) {
      const sealed = sealMirrored(request);
      behind.add(sealed);
      bytes += sealed.sealed.length;
    },
    get waiting() {
      return behind.waiting;
    },
    get hasRoom() {
      return behind.waiting < most.requests && bytes < most.bytes;
    },
    flush: behind.flush,
    close: behind.close,
  };
}
