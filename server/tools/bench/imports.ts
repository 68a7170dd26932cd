import { closeSync, mkdtempSync, openAsBlob, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatasetImportView } from '@/lib/contracts/dataset-imports';
import { type ApiClient, apiClient } from '@/server/commands/support/api-client';
import { type OwnInstance, startOwnInstance } from '@/server/commands/support/own-instance';
import { atMost, type BenchRow } from './bench-row';
import { MemoryOverRest } from './memory-over-rest';

/**
 * Imports a file of a million examples (1 GB) through the API of the running product: how long it takes, how
 * much memory above idle the web process and the worker use, and how fast the examples are listed afterwards.
 * WAGGLE_BENCH_EXAMPLES makes a smaller file.
 */
const EXAMPLES = Number(process.env.WAGGLE_BENCH_EXAMPLES ?? 1_000_000);
const PAGES = 60;
const LIMIT_MS = 1_200_000;
const FILLER = 'A clerk counts the boxes in the hall and writes the number down in a book. '.repeat(12);

export async function measureImports(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-imports-'));
  const product = await startAtRest(path.join(folder, 'data'));
  try {
    const file = path.join(folder, 'million.jsonl');
    const bytes = writeExamples(file);
    const api = apiClient(product.baseUrl, await product.createKey());
    await warmUp(api);
    const memory = await watch(product, ['web server', 'worker']);
    const started = performance.now();
    const form = new FormData();
    const mapping = { question: { path: 'question' }, expected: { path: 'answer' } };
    form.append('options', JSON.stringify({ name: 'Million', preset: 'generic', mapping }));
    form.append('files', await openAsBlob(file), 'million.jsonl');
    const sent = await api.upload<DatasetImportView>('/api/v1/datasets', form);
    const uploadedMs = performance.now() - started;
    const ended = await untilEnded(api, sent.id);
    const seconds = (performance.now() - started) / 1000;
    const memoryRows = memory.rows('while it is imported', 100);
    const size = `${(bytes / 1e9).toFixed(2)} GB, ${ended.saved} examples`;
    const note = `${size}; ${(uploadedMs / 1000).toFixed(0)} s of it the upload`;
    const pages = `/api/v1/datasets/${ended.datasetId}/examples?limit=100`;
    return [
      { name: 'import of a large file', unit: 's', ...atMost(seconds, 600), note },
      ...memoryRows,
      await pageRow(api, 'one page of its examples', (at) => `${pages}&cursor=${at}`),
      await pageRow(
        api,
        'search that finds one of them',
        (at) => `${pages}&search=${encodeURIComponent(`number ${at},`)}`,
      ),
      await pageRow(api, 'its data set', () => `/api/v1/datasets/${ended.datasetId}`),
      ...(await splitRows(api, ended.datasetId ?? '', product)),
    ];
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a second time: memory kept by the runs of the first start would hide the import's share. */
async function startAtRest(dataDir: string): Promise<OwnInstance> {
  const settings = {
    LOG_LEVEL: 'error',
    WAGGLE_REQUESTS_PER_MINUTE: '100000',
    WAGGLE_SEED_AFTER_QUIET_SECONDS: '86400',
  };
  const first = await startOwnInstance(settings, dataDir);
  await first.stop();
  return startOwnInstance(settings, dataDir);
}

function watch(product: OwnInstance, names: readonly string[]): Promise<MemoryOverRest> {
  return MemoryOverRest.watch(names.map((name) => ({ name, pid: product.pidOf(name) })));
}

async function splitRows(api: ApiClient, datasetId: string, product: OwnInstance): Promise<BenchRow[]> {
  const memory = await watch(product, ['web server']);
  const started = performance.now();
  const shares = { train: 0.5, selection: 0.1, heldOut: 0.3, confirmation: 0.1 };
  const rule = { kind: 'shares', shares, by: 'content' };
  await api.post(`/api/v1/datasets/${datasetId}/splits`, { name: 'Shares', rule });
  const seconds = (performance.now() - started) / 1000;
  return [
    { name: 'split of its examples', unit: 's', ...atMost(seconds, 300), note: 'by shares' },
    ...memory.rows('while they are split', 100),
  ];
}

/** Code loaded by a page's first request counts as idle memory. */
async function warmUp(api: ApiClient): Promise<void> {
  for (let round = 0; round < 20; round += 1)
    for (const page of ['datasets', 'imports', 'jobs', 'runs', 'experiments'])
      await api.get(`/api/v1/${page}`);
}

function writeExamples(file: string): number {
  const to = openSync(file, 'w');
  let bytes = 0;
  for (let start = 0; start < EXAMPLES; start += 2_000) {
    const lines = Array.from({ length: Math.min(2_000, EXAMPLES - start) }, (_, index) => {
      const n = start + index;
      return `${JSON.stringify({ question: `Box number ${n}, how many? ${FILLER}`, answer: String(n * 7) })}\n`;
    });
    bytes += writeSync(to, lines.join(''));
  }
  closeSync(to);
  return bytes;
}

async function untilEnded(api: ApiClient, id: string): Promise<DatasetImportView> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const one = await api.get<DatasetImportView>(`/api/v1/imports/${id}`);
    if (one.state === 'finished') return one;
    if (one.state === 'failed' || one.state === 'cancelled' || performance.now() > deadline)
      throw new Error(`The import ended as ${one.state}: ${JSON.stringify(one.problem)}`);
    await wait(500);
  }
}

/** p95 of requests spread over all examples. */
async function pageRow(api: ApiClient, name: string, address: (at: number) => string): Promise<BenchRow> {
  const times: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const begun = performance.now();
    await api.get(address(Math.floor((page / PAGES) * EXAMPLES)));
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  return { name, unit: 'ms', ...atMost(p95, 400), note: `p95 of ${PAGES} requests` };
}
