import { rolloutJob } from '@/lib/domain/rollout-documents';
import { openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { atMost, type BenchRow } from '../bench-row';
import { peakOfWideRun } from '../worker-memory';

/**
 * Memory of a worker that carries 1,000 rollouts of an agent over HTTP at once, above the same run without an agent. Each
 * agent takes half a minute.
 */
const HELD_MS = 30_000;

export async function measureAgentWorkerMemory(): Promise<readonly BenchRow[]> {
  const answer = await peakOfWideRun();
  const agent = await openLoopbackServer<unknown>(({ body }, response) => {
    const { version, rolloutId, attempt } = rolloutJob.parse(body);
    const outcome = { version, rolloutId, attempt, status: 'completed', output: { text: 'FINAL: 42' } };
    setTimeout(() => response.end(JSON.stringify(outcome)), HELD_MS);
  });
  try {
    const { peak, mostInFlight } = await peakOfWideRun({ url: agent.url, address: new URL(agent.url).host });
    const name = `memory of a worker with ${mostInFlight} rollouts of agents, above kind answer`;
    const none = { name, unit: 'MiB', value: null, target: '≤ 100', met: null };
    if (peak === null || answer.peak === null)
      return [{ ...none, note: 'this system does not say how much memory a process has held' }];
    const note = `${peak} MiB with the agent, ${answer.peak} MiB without; peaks since the start of the process`;
    return [{ name, unit: 'MiB', ...atMost(peak - answer.peak, 100), note }];
  } finally {
    await agent.close();
  }
}
