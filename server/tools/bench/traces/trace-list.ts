import pg from 'pg';
import type { Actor } from '@/lib/domain/actor';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import { type Rng, seededRng } from '@/lib/random/seeded-rng';
import { operatorOf } from '@/server/commands/support/operator';
import { config } from '@/server/config/config';
import { listTraces, listTracesToJudge } from '@/server/services/traces/read-traces';
import { atMost, type BenchRow } from '../bench-row';
import { openServingLab, quantile } from '../serving-lab';
import { SERVICES, toolOf, wordOf, writeManyTraces } from './many-traces';

/**
 * How long a page of the list of traces takes among a million, by filter: the first page and the one after it, 50
 * traces each, from the service that the page asks. About six minutes, most of them for making the traces.
 */
const COUNT = 1_000_000;
const DRAWS = 25;
const LIMIT = 50;
const PAGE_MS = 400;
const NEWEST_MS = Date.UTC(2026, 9, 1);
const WEEK_MS = 7 * 86_400_000;

const service = (rng: Rng) => SERVICES[rng.nextInt(0, SERVICES.length - 1)] ?? SERVICES[0];
const isoAgo = (ms: number) => new Date(NEWEST_MS - ms).toISOString();

const ASKED: Readonly<Record<string, (rng: Rng) => TraceFilter>> = {
  'no filter': () => ({}),
  service: (rng) => ({ service: service(rng) }),
  'service, failed, tool': (rng) => {
    const name = service(rng);
    return { service: name, outcome: 'failed', tool: toolOf(name, rng.nextInt(0, 9)) };
  },
  'service and a tool of another: none': (rng) => {
    const at = rng.nextInt(0, SERVICES.length - 2);
    const [name, other] = [SERVICES[at] ?? SERVICES[0], SERVICES[at + 1] ?? SERVICES[0]];
    return { service: name, outcome: 'failed', tool: toolOf(other, rng.nextInt(0, 9)) };
  },
  'prompt and version, failed, last week': (rng) => ({
    ...{ promptName: service(rng), promptVersion: String(rng.nextInt(1, 12)) },
    ...{ outcome: 'failed', from: isoAgo(WEEK_MS) },
  }),
  'a model and a cost that no trace has': (rng) => ({ model: `model-${rng.nextInt(0, 3)}`, minCostUsd: 1 }),
  'with an error, many tokens': () => ({ hasError: true, minTokens: 60_000 }),
  'a frequent word': (rng) => ({ words: wordOf(rng.nextInt(0, 5)) }),
  'two rare words': (rng) => ({
    words: `${wordOf(rng.nextInt(2_000, 4_900))} ${wordOf(rng.nextInt(200, 900))}`,
  }),
  'a word, service, failed': (rng) => ({
    ...{ words: wordOf(rng.nextInt(50, 500)), service: service(rng), outcome: 'failed' },
  }),
};

export async function measureTraceList(): Promise<readonly BenchRow[]> {
  const lab = await openServingLab();
  try {
    const actor = operatorOf(lab.actor.workspaceId, 'bench');
    // The pool of the product ends queries that take as long as building an index.
    const client = new pg.Client({ connectionString: config().databaseUrl });
    await client.connect();
    await writeManyTraces(client, { workspaceId: actor.workspaceId, count: COUNT, newestMs: NEWEST_MS });
    await client.end();
    const rows: BenchRow[] = [];
    for (const [name, filterOf] of Object.entries(ASKED)) rows.push(await pagesRow(actor, name, filterOf));
    return [...rows, await queueRow(actor)];
  } finally {
    await lab.close();
  }
}

async function pagesRow(actor: Actor<'administer'>, name: string, filterOf: (rng: Rng) => TraceFilter) {
  const rng = seededRng(`trace-list/${name}`);
  const times: number[] = [];
  let found = 0;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const filter = filterOf(rng);
    let cursor: string | undefined;
    for (let page = 0; page < 2; page += 1) {
      const startedMs = performance.now();
      const { items, nextCursor } = await listTraces(actor, { ...filter, limit: LIMIT, cursor });
      times.push(performance.now() - startedMs);
      found += items.length;
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
  }
  return pageRow(name, times, `${times.length} pages, ${(found / times.length).toFixed(0)} traces each`);
}

async function queueRow(actor: Actor<'administer'>): Promise<BenchRow> {
  const times: number[] = [];
  for (const name of SERVICES) {
    const startedMs = performance.now();
    await listTracesToJudge(actor, { service: name });
    times.push(performance.now() - startedMs);
  }
  return pageRow('queue of a service to judge', times, `${times.length} pages`);
}

const pageRow = (name: string, times: readonly number[], note: string): BenchRow => ({
  ...{ name: `p95 of a page among ${COUNT.toLocaleString('en')} traces: ${name}`, unit: 'ms', note },
  ...atMost(quantile(times, 0.95), PAGE_MS),
});
