import type pg from 'pg';
import { Pool } from 'undici';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { assembleDue } from '@/server/worker/traces/assemble-traces';
import { atLeast, type BenchRow } from '../bench-row';
import { cpuMs, familyCpuMs } from '../process-time';
import { openServingLab, type ServingLab, type ServingProcess } from '../serving-lab';
import { BATCH_SPANS, compressed, spanBatches } from './span-batches';

/**
 * Spans a second that the flag server acknowledges, once they are committed, and that a worker assembles. The flag server
 * and Postgres are processes of their own; the client next to them only writes bytes that it has made before.
 */
const CONNECTIONS = 4;
const MEASURED_MS = 20_000;
const WARM_BATCHES = 40;
/** As many as 15,000 spans a second would take: a faster server ends the round earlier. */
const BATCHES = WARM_BATCHES + Math.ceil((15_000 * MEASURED_MS) / 1_000 / BATCH_SPANS);
const SPANS_A_SECOND = 4_000;

type Bodies = readonly Uint8Array<ArrayBuffer>[];

export async function measureTraces(): Promise<readonly BenchRow[]> {
  const lab = await openServingLab();
  try {
    const key = await addKey(lab);
    const pool = ledgerPool();
    const postmaster = await postmasterOf(pool);
    const plain = spanBatches(BATCHES);
    const rows: BenchRow[] = [];
    for (const encoding of ['identity', 'gzip'] as const) {
      await pool.query('TRUNCATE "TracePart", "TracePending"');
      const bodies = encoding === 'gzip' ? await compressed(plain) : plain;
      const server = await lab.startServer();
      rows.push(...(await receive({ server, postmaster, bodies, key, encoding })));
      await server.stop();
    }
    return [...rows, ...(await assemble(pool, postmaster))];
  } finally {
    await lab.close();
  }
}

async function addKey({ actor: { workspaceId } }: ServingLab): Promise<string> {
  const { secret, hash: secretHash, prefix } = makeKeySecret();
  const named = {
    id: 'key_traces',
    workspaceId,
    name: 'Exporter',
    role: 'viewer',
    createdBy: 'bench',
  } as const;
  await db().apiKey.create({ data: { ...named, secretHash, prefix, scopes: ['traces:write'] } });
  return secret;
}

async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`,
  );
  return rows[0]?.pid ?? 0;
}

interface Receiving {
  readonly server: ServingProcess;
  readonly postmaster: number;
  readonly bodies: Bodies;
  readonly key: string;
  readonly encoding: 'identity' | 'gzip';
}

async function receive({ server, postmaster, bodies, key, encoding }: Receiving): Promise<BenchRow[]> {
  const client = new Pool(server.url, { connections: CONNECTIONS, pipelining: 1 });
  const headers = {
    ...{ authorization: `Bearer ${key}`, 'content-type': 'application/x-protobuf' },
    ...(encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
  };
  const waiting = [...bodies];
  const sendUntil = async (isOver: () => boolean) => {
    let sent = 0;
    const sender = async () => {
      for (let body = waiting.pop(); body !== undefined && !isOver(); body = waiting.pop()) {
        const answer = await client.request({ path: '/otlp/v1/traces', method: 'POST', headers, body });
        await answer.body.dump();
        if (answer.statusCode !== 200) throw new Error(`A batch was answered with ${answer.statusCode}.`);
        sent += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, sender));
    return sent * BATCH_SPANS;
  };
  await sendUntil(() => waiting.length < BATCHES - WARM_BATCHES);
  const before = [cpuMs(server.pid), familyCpuMs(postmaster)] as const;
  const startedMs = performance.now();
  const spans = await sendUntil(() => performance.now() - startedMs > MEASURED_MS);
  const seconds = (performance.now() - startedMs) / 1_000;
  const [serverMs, postgresMs] = [cpuMs(server.pid) - before[0], familyCpuMs(postmaster) - before[1]];
  await client.close();
  const kilobytes = (bodies.reduce((sum, { length }) => sum + length, 0) / bodies.length / 1_000).toFixed(0);
  const how = `Protobuf, ${encoding}, ${BATCH_SPANS} spans and ${kilobytes} kB a request, ${CONNECTIONS} connections, ${seconds.toFixed(0)} s`;
  return [
    {
      ...{ name: `spans acknowledged, ${encoding}`, unit: '/s', note: how },
      ...atLeast(spans / seconds, SPANS_A_SECOND),
    },
    timeRow(`processor time of the flag server a span, ${encoding}`, serverMs / spans),
    timeRow(`processor time of Postgres a span, ${encoding}`, postgresMs / spans),
  ];
}

/** Everything that was received, as a worker with nothing else to do takes it. */
async function assemble(pool: pg.Pool, postmaster: number): Promise<BenchRow[]> {
  await pool.query(`UPDATE "TracePending" SET "dueAt" = now() - interval '1 second'`);
  const [cpu, postgresMs] = [process.cpuUsage(), familyCpuMs(postmaster)];
  const startedMs = performance.now();
  let traces = 0;
  for (let taken = -1; taken !== 0 && performance.now() - startedMs < MEASURED_MS; traces += taken)
    taken = await assembleDue(pool);
  const seconds = (performance.now() - startedMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const { rows } = await pool.query<{ spans: number }>(
    `SELECT coalesce(sum(part.records), 0)::int AS spans FROM "TracePart" AS part
     JOIN "Trace" AS trace ON trace."workspaceId" = part."workspaceId" AND trace.id = part."traceId"`,
  );
  const spans = rows[0]?.spans ?? 0;
  return [
    {
      ...{ name: 'spans assembled by one worker', unit: '/s' },
      ...atLeast(spans / seconds, SPANS_A_SECOND),
      note: `${traces} traces, ${seconds.toFixed(0)} s, nothing else under way`,
    },
    timeRow('processor time of the worker a span', (user + system) / 1_000 / spans),
    timeRow('processor time of Postgres a span assembled', (familyCpuMs(postmaster) - postgresMs) / spans),
  ];
}

const timeRow = (name: string, ms: number): BenchRow => ({
  ...{ name, value: Number.isFinite(ms) ? ms : null, unit: 'ms', target: '', met: null, note: '' },
});
