import type pg from 'pg';
import type { AgentSettings } from '@/lib/domain/agent';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import { invariant } from '@/lib/errors/invariant';
import type { AgentCarrier, CarryEnd } from '@/lib/ports/agent';
import { infrastructureFault } from '@/server/adapters/agents/read-outcome';
import { attemptInHarbor } from '@/server/adapters/environments/harbor/attempt-in-harbor';
import { readEnvironmentTask } from '@/server/repositories/environment-tasks';
import { endOfAttempt } from './environment-outcome';

/**
 * An agent of Harbor's, in a machine that Harbor makes. Its model calls go through the recording proxy, whose address it
 * gets in variables, and the learned text is put before the task's instruction.
 */
type TerminalSettings = Extract<AgentSettings, { kind: 'terminal' }>;

export interface HarborAgentParts {
  readonly pool: pg.Pool;
  readonly workspaceId: string;
  readonly harbor: NonNullable<TerminalSettings['harbor']>;
  readonly command: readonly string[];
}

export function makeHarborAgent({ pool, workspaceId, harbor, command }: HarborAgentParts): AgentCarrier {
  return {
    async carry(job, { signal, environment }): Promise<CarryEnd> {
      const hash = environment?.kind === 'task' ? environment.hash : null;
      const stored = hash === null ? null : await readEnvironmentTask(pool, { workspaceId, hash });
      if (stored === null) return infrastructureFault('environmentMissing', null);
      const { model } = job;
      invariant(model, 'The calls of an agent in an environment are proxied.');
      const { result, usage, trajectory } = await attemptInHarbor({
        ...{ command, signal, ...stored, variables: variablesOf(model) },
        agent: { name: harbor.agent, model: harbor.model ?? `openai/${model.name}` },
        system: job.candidate.components.system ?? '',
      });
      const trace = trajectory === null ? null : { format: 'atif' as const, document: trajectory };
      return endOfAttempt(job, {
        said: lastWords(trajectory),
        result,
        withoutNetwork: false,
        reported: { usage, trace },
      });
    },
  };
}

/** Names of our own, as for programs, and those that Harbor and its agents read: they start nothing but the attempt. */
function variablesOf(model: NonNullable<RolloutJob['model']>): Record<string, string> {
  const { openaiBaseUrl, anthropicBaseUrl, apiKey, name } = model;
  return {
    ...{ WAGGLE_OPENAI_BASE_URL: openaiBaseUrl, WAGGLE_ANTHROPIC_BASE_URL: anthropicBaseUrl },
    ...{ WAGGLE_API_KEY: apiKey, WAGGLE_MODEL: name },
    ...{ OPENAI_BASE_URL: openaiBaseUrl, OPENAI_API_BASE: openaiBaseUrl, OPENAI_API_KEY: apiKey },
    ...{ ANTHROPIC_BASE_URL: anthropicBaseUrl, ANTHROPIC_API_KEY: apiKey },
  };
}

/** The agent's last message in its own trajectory. */
function lastWords(trajectory: unknown): string {
  const steps = isRecord(trajectory) && Array.isArray(trajectory.steps) ? trajectory.steps : [];
  const last = steps.filter(isRecord).findLast(({ source }) => source === 'agent');
  return typeof last?.message === 'string' ? last.message : '';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
