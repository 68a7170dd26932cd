import { isInEnvironment, type PinnedAgent } from '@/lib/domain/agent';
import type { BatchSettings, RunManifest } from '@/lib/domain/manifest';
import type { ScoringSpec } from '@/lib/domain/scoring';
import { ENVIRONMENT_JUDGES, LIVE_TOOLS_ALONE, UNPROVEN_STAYS } from './rules/agents';
import { refusal } from './rules/rule';

/** Requirements on a run of an agent before it starts, and on what it learned before promotion. */
type Fitting = Pick<RunManifest, 'agent' | 'batch'> & { readonly task: Pick<RunManifest['task'], 'scoring'> };

/** @throws AppError AGENT_TOOLS_LIVE, AGENT_ENVIRONMENT */
export function assertAgentFits({ agent, batch, task }: Fitting): void {
  assertJudgedThere(agent, task.scoring);
  if (agent === undefined) return;
  const largest = largestBatch(batch);
  if (agent.settings.tools !== 'live' || largest === 1) return;
  throw refusal(LIVE_TOOLS_ALONE, {
    found: `This run would take up to ${largest} examples at once.`,
    fields: [{ path: 'batch', message: 'Use a fixed size of 1.' }],
  });
}

function assertJudgedThere(agent: PinnedAgent | undefined, { kind }: ScoringSpec): void {
  const acts = agent !== undefined && isInEnvironment(agent.settings.kind);
  const isJudged = kind === 'environment';
  if (acts === isJudged) return;
  throw refusal(ENVIRONMENT_JUDGES, {
    found: acts
      ? 'The task of this experiment is scored in another way.'
      : 'The task of this experiment is scored by the environment, and its answers come from no such agent.',
    fields: [{ path: 'agentId', message: 'This agent does not fit the scoring of the task.' }],
  });
}

/** @throws AppError AGENT_ENVIRONMENT where examples name no environment of the agent's kind */
export function assertExamplesNamed({ settings }: PinnedAgent, misfits: number): void {
  if (misfits === 0) return;
  const examples = misfits === 1 ? 'One example' : `${misfits} examples`;
  const wanted = settings.kind === 'appworld' ? 'AppWorld task' : 'task with its files';
  throw refusal(ENVIRONMENT_JUDGES, {
    found: `${examples} of the split name${misfits === 1 ? 's' : ''} no ${wanted}.`,
    fields: [{ path: 'splitId', message: 'Choose a split of a data set with such tasks.' }],
  });
}

const largestBatch = (batch: BatchSettings) => (batch.kind === 'static' ? batch.size : batch.maxBatch);

/** @throws AppError AGENT_UNPROVEN */
export function assertProven(agent: Pick<PinnedAgent, 'settings'> | undefined): void {
  if (agent === undefined || agent.settings.proxied) return;
  throw refusal(UNPROVEN_STAYS);
}
