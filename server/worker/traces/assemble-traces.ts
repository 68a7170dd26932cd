import type pg from 'pg';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { PartBodies } from '@/lib/ports/part-bodies';
import { summariseTrace } from '@/lib/traces/summarise-trace';
import { logOf } from '@/server/observability/log';
import { metrics } from '@/server/observability/metrics';
import { type ClaimedTrace, claimDueTraces, settleTraces } from '@/server/repositories/pending-traces';
import { type NewTrace, storeTraces } from '@/server/repositories/store-traces';
import { readTraceParts, type StoredPart } from '@/server/repositories/trace-parts';
import { bodiesInPostgres } from './bodies-in-postgres';
import { readBodies } from './read-bodies';
import { readParts } from './read-parts';

/**
 * Assembles traces that are due: their parts become a trajectory, a row and scores. A trace is complete once its root has
 * ended, or after a quiet time; before, it is open. Whatever comes later has it assembled again from all of its parts.
 */
export interface AssemblerSettings {
  /** Traces of one transaction. */
  readonly atOnce: number;
  /** Without a new record for so long, nothing more is expected. */
  readonly quietSeconds: number;
  readonly lookMs: number;
}

const SETTINGS: AssemblerSettings = { atOnce: 40, quietSeconds: 60, lookMs: 500 };

export function startAssembler(
  pool: pg.Pool,
  bodies: PartBodies,
  settings: AssemblerSettings = SETTINGS,
): { close(): Promise<void> } {
  const closing = new AbortController();
  let work: Promise<void> | undefined;
  const look = () => {
    work ??= assembleAll(pool, bodies, { ...settings, closing: closing.signal })
      .catch((err: unknown) => {
        const level = isDatabaseGone(err) ? 'debug' : 'warn';
        logOf('traces')[level]({ err }, 'Traces were not assembled; the next look tries again.');
      })
      .finally(() => {
        work = undefined;
      });
  };
  const timer = setInterval(look, settings.lookMs).unref();
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      await work;
    },
  };
}

async function assembleAll(
  pool: pg.Pool,
  bodies: PartBodies,
  { closing, ...settings }: AssemblerSettings & { readonly closing: AbortSignal },
): Promise<void> {
  while (!closing.aborted) {
    const count = await assembleDue(pool, bodies, settings);
    if (count < settings.atOnce) return;
  }
}

/** How many were due. */
export async function assembleDue(
  pool: pg.Pool,
  bodies: PartBodies = bodiesInPostgres,
  { atOnce, quietSeconds }: Pick<AssemblerSettings, 'atOnce' | 'quietSeconds'> = SETTINGS,
): Promise<number> {
  const claimed = await claimDueTraces(pool, { limit: atOnce, quietSeconds });
  if (claimed.length === 0) return 0;
  const parts = byTrace(await readTraceParts(pool, claimed));
  const made: NewTrace[] = [];
  const later = new Set<ClaimedTrace>();
  for (const one of claimed) {
    const own = await readBodies(bodies, parts.get(keyOf(one)) ?? []);
    if (own === 'later') later.add(one);
    // Without parts, which were removed meanwhile, nothing is left to assemble.
    else if (own !== 'gone' && own.length > 0) made.push(await newTrace(one, own));
    // Runs share this loop: each trace is a step of its own.
    await new Promise(setImmediate);
  }
  const open = new Set(made.filter(({ state }) => state === 'open').map(keyOfMade));
  // Traces that wait are due again when their claim has run out.
  const read = claimed.filter((one) => !later.has(one));
  const settled = read.map((one) => ({ ...one, isComplete: !open.has(keyOf(one)) }));
  await storeTogether(pool, made, (client) => settleTraces(client, settled, { quietSeconds }));
  metrics().tracesAssembled.inc(made.length);
  return claimed.length;
}

/** One that cannot be stored holds up no other: it is logged, and its parts stay. */
async function storeTogether(
  pool: pg.Pool,
  made: readonly NewTrace[],
  settle: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  try {
    await storeTraces(pool, made, 'parts', settle);
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    for (const one of made) {
      await storeTraces(pool, [one], 'parts').catch((err: unknown) => {
        if (isDatabaseGone(err)) throw err;
        logOf('traces').error({ err, traceId: one.summary.id }, 'A trace could not be stored.');
      });
    }
    await storeTraces(pool, [], 'parts', settle);
  }
}

function byTrace(parts: readonly StoredPart[]): ReadonlyMap<string, StoredPart[]> {
  const found = new Map<string, StoredPart[]>();
  for (const part of parts) {
    const own = found.get(keyOf(part));
    if (own === undefined) found.set(keyOf(part), [part]);
    else own.push(part);
  }
  return found;
}

async function newTrace(claimed: ClaimedTrace, parts: readonly StoredPart[]): Promise<NewTrace> {
  const trace = await readParts(claimed.traceId, parts);
  return {
    workspaceId: claimed.workspaceId,
    trace,
    summary: { ...summariseTrace(trace), id: claimed.traceId },
    state: trace.isComplete || claimed.isQuiet ? 'complete' : 'open',
    bytes: parts.reduce((total, { bytes }) => total + bytes, 0),
    receivedAt: claimed.firstAt,
  };
}

const keyOf = ({ workspaceId, traceId }: { workspaceId: string; traceId: string }) =>
  `${workspaceId} ${traceId}`;
const keyOfMade = ({ workspaceId, summary }: NewTrace) => `${workspaceId} ${summary.id}`;
