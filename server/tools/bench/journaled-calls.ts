import { Pool } from 'undici';
import type { RunManifest } from '@/lib/domain/manifest';
import { makeAsker } from '@/lib/engine/calls/ask';
import { makeLanes } from '@/lib/engine/calls/lanes';
import { makeBudgetKeeper } from '@/lib/engine/limits/budget';
import type { Ask } from '@/lib/methods/method';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { openaiModel } from '@/server/adapters/openai-model';
import { connectProvider, type ProviderConnection } from '@/server/adapters/provider-connection';
import type { RunLease } from '@/server/ledger/lease';
import { openPostgresJournal } from '@/server/ledger/postgres-journal';
import { type BenchDatabase, openBenchDatabase } from './bench-database';
import { atLeast, atMost, type BenchRow } from './bench-row';
import { startStub } from './stub-process';

/**
 * Cost of the journal: calls per second that one process sustains through the openai client and the journal
 * into Postgres, against a bare `fetch` loop on the same endpoint, and the CPU of one call with few and with
 * many calls in the table. The endpoint answers at once, so only our own code is measured.
 */
const CONCURRENCY = 200;
const CALLS = 6_000;
const PROMPT_CHARACTERS = 3_600;

export async function measureJournaledCalls(): Promise<readonly BenchRow[]> {
  const database = await openBenchDatabase();
  const stub = await startStub();
  const connection = connectTo(stub.url);
  try {
    const lease = await database.newRun();
    const manifest = buildManifest();
    let first = 0;
    const ask = await openAsk(manifest, { database, lease, connection });
    const carry = async (calls: number) => {
      const measured = await timed(calls, (index) => ask(promptOf(first + index)));
      first += calls;
      return measured;
    };
    await carry(1_000); // The process and the caches of Postgres are warm from here on.
    const few = await carry(CALLS);
    const bare = await timed(CALLS * 2, (index) => bareCall(stub.url, index));
    const server = await capacityOf(stub.url);
    await fillTable(database, lease, 100_000 - first);
    const many = await carry(CALLS);
    const share = few.perSecond / bare.perSecond;
    const cpuNote = `${few.cpuMs.toFixed(2)} ms with 1,000 calls in the table, ${many.cpuMs.toFixed(2)} ms with 100,000`;
    return [
      {
        name: 'journaled calls a second / bare fetch',
        unit: 'share',
        ...atLeast(share, 0.4),
        note: `${few.perSecond.toFixed(0)} against ${bare.perSecond.toFixed(0)} calls/s at concurrency ${CONCURRENCY}, ${PROMPT_CHARACTERS / 1000} kB prompts; the endpoint sustains ${server.toFixed(0)}/s, ${(server / few.perSecond).toFixed(1)} times the client's rate`,
      },
      { name: 'CPU per journaled call', unit: 'ms', ...atMost(few.cpuMs, 1.2), note: cpuNote },
      {
        name: 'CPU per call, 100,000 in the table / 1,000',
        unit: 'ratio',
        value: many.cpuMs / few.cpuMs,
        target: '0.85 to 1.15',
        met: Math.abs(many.cpuMs / few.cpuMs - 1) <= 0.15,
        note: cpuNote,
      },
    ];
  } finally {
    await connection.close();
    await stub.stop();
    await database.close();
  }
}

interface Measured {
  readonly perSecond: number;
  /** User and system time of this process per call. */
  readonly cpuMs: number;
}

/** Keeps `CONCURRENCY` calls in flight until `calls` are done. */
async function timed(calls: number, call: (index: number) => Promise<unknown>): Promise<Measured> {
  let next = 0;
  const lane = async () => {
    while (next < calls) {
      next += 1;
      await call(next);
    }
  };
  const cpu = process.cpuUsage();
  const started = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: calls / seconds, cpuMs: (user + system) / 1000 / calls };
}

/** The call's number makes every prompt new, so that every call stores its text. */
function promptText(index: number): string {
  return `${index} `.padEnd(PROMPT_CHARACTERS, 'a prompt of some length. ');
}

function promptOf(index: number): Parameters<Ask>[0] {
  return {
    purpose: 'generate',
    ordinal: index,
    repetition: 0,
    subject: `e${index}`,
    messages: [{ role: 'user', content: promptText(index) }],
    json: false,
  };
}

async function bareCall(url: string, index: number): Promise<unknown> {
  const reply = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'stub', messages: [{ role: 'user', content: promptText(index) }] }),
  });
  return reply.json();
}

/**
 * Capacity of the endpoint, measured with the cheapest client: the endpoint must not be the bottleneck of the
 * rows.
 */
async function capacityOf(url: string): Promise<number> {
  const pool = new Pool(url, { connections: 50, pipelining: 10 });
  const body = JSON.stringify({ model: 'stub', messages: [{ role: 'user', content: promptText(0) }] });
  const { perSecond } = await timed(CALLS * 4, async () => {
    const reply = await pool.request({ path: '/v1/chat/completions', method: 'POST', body });
    await reply.body.dump();
  });
  await pool.close();
  return perSecond;
}

function connectTo(url: string): ProviderConnection {
  const limits = { requestsPerMinute: null, tokensPerMinute: null, concurrency: CONCURRENCY };
  return connectProvider(
    {
      ...limits,
      id: 'bench',
      name: 'Bench',
      baseUrl: `${url}/v1`,
      apiKey: null,
      headers: {},
      timeoutMs: 60_000,
      maxAttempts: 1,
    },
    [new URL(url).host],
  );
}

async function openAsk(
  manifest: RunManifest,
  parts: {
    readonly database: BenchDatabase;
    readonly lease: RunLease;
    readonly connection: ProviderConnection;
  },
): Promise<Ask> {
  const journal = await openPostgresJournal(parts.database.pool, parts.lease);
  const asker = makeAsker({
    manifest,
    model: openaiModel(parts.connection, { model: 'stub', runId: parts.lease.runId }),
    journal,
    budget: makeBudgetKeeper({}),
    lanes: makeLanes(CONCURRENCY),
    signal: new AbortController().signal,
  });
  return asker.forIteration(0);
}

/** Copies of answered calls, as a long run would leave them. */
async function fillTable({ pool }: BenchDatabase, { runId }: RunLease, calls: number): Promise<void> {
  await pool.query(
    `INSERT INTO "JournalCall" ("runId", key, iteration, purpose, role, model, subject, "promptHash", "paramsHash",
       messages, "sentAt", "answeredAt", outcome, "tokensIn", "tokensOut", "delayMs", attempts, "costUsd", "spendUsd", worker)
     SELECT "runId", 'filled/' || n, iteration, purpose, role, model, subject, "promptHash", "paramsHash", messages,
       "sentAt", "answeredAt", outcome, "tokensIn", "tokensOut", "delayMs", attempts, "costUsd", "spendUsd", worker
     FROM (SELECT * FROM "JournalCall" WHERE "runId" = $1 LIMIT 1) AS one, generate_series(1, $2) AS n`,
    [runId, calls],
  );
  await pool.query('ANALYZE "JournalCall"');
}
