import type { PinnedAgent } from '@/lib/domain/agent';
import type { BatchSettings, RunManifest } from '@/lib/domain/manifest';
import { LIVE_TOOLS_ALONE, UNPROVEN_STAYS } from './rules/agents';
import { refusal } from './rules/rule';

/** Requirements on a run of an agent before it starts, and on what it learned before promotion. */
type Fitting = Pick<RunManifest, 'agent' | 'batch'>;

/** @throws AppError AGENT_TOOLS_LIVE */
export function assertAgentFits({ agent, batch }: Fitting): void {
  if (agent === undefined) return;
  const largest = largestBatch(batch);
  if (agent.settings.tools !== 'live' || largest === 1) return;
  throw refusal(LIVE_TOOLS_ALONE, {
    found: `This run would take up to ${largest} examples at once.`,
    fields: [{ path: 'batch', message: 'Use a fixed size of 1.' }],
  });
}

const largestBatch = (batch: BatchSettings) => (batch.kind === 'static' ? batch.size : batch.maxBatch);

/** @throws AppError AGENT_UNPROVEN */
export function assertProven(agent: Pick<PinnedAgent, 'settings'> | undefined): void {
  if (agent === undefined || agent.settings.proxied) return;
  throw refusal(UNPROVEN_STAYS);
}
