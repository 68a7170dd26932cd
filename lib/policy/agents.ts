import type { PinnedAgent } from '@/lib/domain/agent';
import type { BatchSettings, RunManifest } from '@/lib/domain/manifest';
import { AGENT_METHOD, LIVE_TOOLS_ALONE, UNPROVEN_STAYS } from './rules/agents';
import { refusal } from './rules/rule';

/** Requirements on a run of an agent before it starts, and on what it learned before promotion. */
const TEACHING: readonly RunManifest['method']['name'][] = ['ace', 'gepa', 'textgrad'];

type Fitting = Pick<RunManifest, 'agent' | 'method' | 'batch'>;

/** @throws AppError AGENT_METHOD_UNFIT, AGENT_TOOLS_LIVE */
export function assertAgentFits({ agent, method, batch }: Fitting): void {
  if (agent === undefined) return;
  if (!TEACHING.includes(method.name)) {
    throw refusal(AGENT_METHOD, {
      fields: [{ path: 'method.name', message: 'Choose ACE, GEPA or TextGrad.' }],
    });
  }
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
