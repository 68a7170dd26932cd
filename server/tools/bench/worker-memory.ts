import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { createAgentBody } from '@/lib/contracts/agents';
import { atMost, type BenchRow } from './bench-row';
import { openWideLab } from './wide-lab';

/** Peak memory of a worker's process with 1,000 calls in flight. */
const IN_FLIGHT = 1_000;
const LIMIT_MS = 120_000;

/** Peak resident size of the worker's process in MiB, null where the system does not say, and calls in flight. */
export async function peakOfWideRun(agent?: { readonly url: string; readonly address: string }) {
  const lab = await openWideLab(IN_FLIGHT, agent?.address);
  try {
    const agentId = agent && (await lab.makeAgent(agentAt(agent.url)));
    const worker = await lab.startRun(agentId);
    const mostInFlight = await untilInFlight(lab.pool, worker.runId);
    const { pid } = worker;
    return { peak: pid === null ? null : peakMemoryMiB(pid), mostInFlight };
  } finally {
    await lab.close();
  }
}

const agentAt = (url: string) =>
  createAgentBody.parse({
    name: 'Wide',
    settings: {
      ...{ kind: 'http', url, reset: 'stateless', proxied: false },
      ...{ rolloutsMax: IN_FLIGHT, limits: { seconds: 600 } },
    },
  });

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

/** Waits until the most possible calls are in flight and returns their number. */
async function untilInFlight(pool: pg.Pool, runId: string): Promise<number> {
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
  return most;
}

/** The high-water mark that Linux keeps for a process; null on other systems. */
function peakMemoryMiB(pid: number): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const kiB = /VmHWM:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1];
  return kiB === undefined ? null : Math.round(Number(kiB) / 1024);
}
