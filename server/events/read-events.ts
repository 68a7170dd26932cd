import type pg from 'pg';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { isEnded, type RunStatus } from '@/lib/domain/run';
import { config } from '@/server/config/config';
import { ledgerPool } from '@/server/ledger/pool';
import { LEDGER_CHANNEL } from '@/server/ledger/postgres-ledger';
import { type Listener, makeListener } from './listener';

/**
 * "Read from number N" and then live. The ledger is the only source: a note only says that there is more to read, so
 * a lost note costs time and never an entry. Who may watch is the caller's business.
 */

const PAGE = 500;
/** How long a watcher waits without a note: without a listener, and as a precaution with the listener up. */
const POLL_MS = 1_000;
const POLL_LISTENING_MS = 5_000;

export interface EntryFilter {
  readonly type?: string | undefined;
  readonly iteration?: number | undefined;
}

export async function readEntries(
  runId: string,
  afterSeq: number,
  options: { readonly limit?: number; readonly filter?: EntryFilter; readonly pool?: pg.Pool } = {},
): Promise<LedgerEntry[]> {
  const { rows } = await (options.pool ?? ledgerPool()).query<LedgerEntry>(
    `SELECT seq, type, key, data, measured FROM "LedgerEntry"
     WHERE "runId" = $1 AND seq > $2 AND ($4::text IS NULL OR type = $4)
       AND ($5::int IS NULL OR (data->>'iteration')::int = $5)
     ORDER BY seq LIMIT $3`,
    [runId, afterSeq, options.limit ?? PAGE, options.filter?.type ?? null, options.filter?.iteration ?? null],
  );
  return rows;
}

const kept = globalThis as typeof globalThis & { waggleListener?: Listener | undefined };

/** The listener of this process. */
export function sharedListener(): Listener {
  kept.waggleListener ??= makeListener(config().databaseUrl);
  return kept.waggleListener;
}

export async function closeSharedListener(): Promise<void> {
  const open = kept.waggleListener;
  kept.waggleListener = undefined;
  await open?.close();
}

export interface WatchPorts {
  readonly pool: pg.Pool;
  readonly listener: Listener;
}

/** Every entry after `afterSeq` in order, none twice, none left out; ends when the run has ended or on abort. */
export async function* watchRun(
  runId: string,
  afterSeq: number,
  signal: AbortSignal,
  ports: WatchPorts = { pool: ledgerPool(), listener: sharedListener() },
): AsyncGenerator<LedgerEntry> {
  const bell = makeBell(signal);
  const leave = ports.listener.subscribe(LEDGER_CHANNEL, (payload) => {
    if (payload === null || payload.startsWith(`${runId}:`)) bell.ring();
  });
  let seq = afterSeq;
  try {
    while (!signal.aborted) {
      bell.reset();
      // Asked before reading: whatever was written before the run ended is in the page that follows.
      const ended = await hasEnded(ports.pool, runId);
      const entries = await readEntries(runId, seq, { pool: ports.pool });
      for (const entry of entries) {
        yield entry;
        seq = entry.seq;
        if (signal.aborted) return;
      }
      if (entries.length === PAGE) continue;
      if (ended) return;
      await bell.rung(ports.listener.isConnected ? POLL_LISTENING_MS : POLL_MS);
    }
  } finally {
    leave();
  }
}

async function hasEnded(pool: pg.Pool, runId: string): Promise<boolean> {
  const { rows } = await pool.query<{ status: RunStatus }>(`SELECT status FROM "Run" WHERE id = $1`, [runId]);
  return rows[0] === undefined || isEnded(rows[0].status);
}

/** A wait that a note, the time or the watcher's leaving ends; a note that comes early is not forgotten. */
function makeBell(signal: AbortSignal) {
  let isRung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    isRung = true;
    wake?.();
  };
  return {
    ring,
    reset() {
      isRung = false;
    },
    rung(limitMs: number): Promise<void> {
      if (isRung || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(done, limitMs);
        function done() {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          wake = undefined;
          resolve();
        }
        wake = done;
        signal.addEventListener('abort', done, { once: true });
      });
    },
  };
}
