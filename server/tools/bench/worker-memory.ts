import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type ApiClient, apiClient, type RunAnswer } from '@/server/commands/support/api-client';
import { startOwnInstance } from '@/server/commands/support/own-instance';
import { practiceModels } from '@/server/commands/support/practice-models';
import { atMost, type BenchRow } from './bench-row';

/** Peak memory of a worker of the running product with 1,000 calls in flight. */
const IN_FLIGHT = 1_000;
const LIMIT_MS = 120_000;

/** Peak resident size of the worker's process in MiB, null where the system does not say, and calls in flight. */
export async function peakOfWideRun(agent?: { readonly url: string; readonly address: string }) {
  const product = await startOwnInstance({
    ...{ LOG_LEVEL: 'error', WAGGLE_REQUESTS_PER_MINUTE: '100000' },
    ...(agent && { WAGGLE_ALLOWED_ADDRESSES: agent.address }),
  });
  try {
    const api = apiClient(product.baseUrl, await product.createKey());
    const run = await startWideRun(api, agent && (await makeAgent(api, agent.url)));
    const mostInFlight = await untilInFlight(product.databaseUrl(), run.id);
    const pid = product.pidOf('worker');
    const peak = pid === null ? null : peakMemoryMiB(pid);
    await api.post(`/api/v1/runs/${run.id}/control`, { action: 'pause' });
    return { peak, mostInFlight };
  } finally {
    await product.stop();
  }
}

async function makeAgent(api: ApiClient, url: string): Promise<string> {
  const settings = {
    kind: 'http',
    url,
    reset: 'stateless',
    proxied: false,
    rolloutsMax: IN_FLIGHT,
    limits: { seconds: 600 },
  };
  return (await api.post<{ id: string }>('/api/v1/agents', { name: 'Wide', settings })).id;
}

export async function measureWorkerMemory(): Promise<readonly BenchRow[]> {
  const { peak, mostInFlight } = await peakOfWideRun();
  const note = `${mostInFlight} calls in flight at once; peak resident size of the worker's process since its start`;
  if (peak === null) {
    const gone = 'this system does not say how much memory a process has held';
    return [{ name: 'memory of a worker', value: null, unit: 'MiB', target: '≤ 600', met: null, note: gone }];
  }
  return [
    {
      name: `memory of a worker with ${mostInFlight} calls in flight`,
      unit: 'MiB',
      ...atMost(peak, 600),
      note,
    },
  ];
}

async function startWideRun(api: ApiClient, agentId: string | undefined): Promise<RunAnswer> {
  const lines = Array.from({ length: IN_FLIGHT + 10 }, (_, index) =>
    JSON.stringify({
      question: `What are ${index} and a quarter, written as a number? ${'Some context. '.repeat(40)}`,
      answer: `${index}.25`,
    }),
  );
  const form = new FormData();
  form.append('files', new File([lines.join('\n')], 'wide.jsonl'));
  const mapping = {
    question: { path: 'question' },
    expected: { path: 'answer' },
  };
  form.append('options', JSON.stringify({ name: 'Wide', preset: 'generic', mapping }));
  const dataset = await api.upload<{ id: string }>('/api/v1/datasets', form);
  const split = await api.post<{ id: string }>(`/api/v1/datasets/${dataset.id}/splits`, {
    name: 'Wide',
    rule: { kind: 'counts', counts: { train: IN_FLIGHT, heldOut: 10 } },
  });
  const task = await api.post<{ id: string }>('/api/v1/tasks', {
    name: 'Wide',
    scoring: { kind: 'formula' },
  });
  const experiment = await api.post<{ id: string }>('/api/v1/experiments', {
    name: 'Wide',
    taskId: task.id,
    splitId: split.id,
    lanes: IN_FLIGHT,
    ...(agentId && { agentId }),
    models: await practiceModels(api, { name: 'At its own pace', timeScale: '1', concurrency: IN_FLIGHT }),
  });
  return api.post<RunAnswer>('/api/v1/runs', {
    experimentId: experiment.id,
    kind: 'comparisonPoint',
    batch: { kind: 'static', size: IN_FLIGHT, reason: 'All calls of one iteration at once.' },
  });
}

/** Waits until the most possible calls are in flight and returns their number. */
async function untilInFlight(databaseUrl: string, runId: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const deadline = performance.now() + LIMIT_MS;
  let most = 0;
  while (most < IN_FLIGHT && performance.now() < deadline) {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM "JournalCall" WHERE "runId" = $1 AND "answeredAt" IS NULL`,
      [runId],
    );
    most = Math.max(most, rows[0]?.n ?? 0);
    await wait(200);
  }
  // Long enough for many answers to arrive and their reflections to be sent.
  await wait(15_000);
  await pool.end();
  return most;
}

/** The high-water mark that Linux keeps for a process; null on other systems. */
function peakMemoryMiB(pid: number): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const kiB = /VmHWM:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1];
  return kiB === undefined ? null : Math.round(Number(kiB) / 1024);
}
