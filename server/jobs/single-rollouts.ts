import { contentHash } from '@/lib/domain/content-hash';
import type { ModelBinding } from '@/lib/domain/manifest';
import { type RolloutPurpose, rolloutOrderOf } from '@/lib/domain/rollout-order';
import { ledgerPool } from '@/server/ledger/pool';
import { logOf } from '@/server/observability/log';
import { readAgentVersion } from '@/server/repositories/agent-versions';

import { stopRollout } from '@/server/repositories/carried-attempts';
import { openAttempt } from '@/server/repositories/rollouts';
import { startQueue } from './queue';
import { sendSingleRollout } from './single-rollout-jobs';

/**
 * Rollouts outside of runs. The row is there before the job, so a page can follow the rollout at once; a worker carries
 * it out as it carries the rollouts of runs.
 */
export interface SingleRollout {
  /** `ro_…`, made by the caller. */
  readonly rolloutId: string;
  readonly workspaceId: string;
  readonly agentId: string;
  readonly agentVersion: number;
  readonly purpose: Extract<RolloutPurpose, 'test' | 'again'>;
  readonly input: { readonly question: string; readonly context: string };
  /** Text of each component; one that is absent keeps its initial text. */
  readonly components: Readonly<Record<string, string>>;
  readonly candidateHash: string;
  /** Model of proxied calls; null = no model, where the agent's calls are not proxied. */
  readonly model: ModelBinding | null;
  /** Expected answer of the example, for the page of the rollout. */
  readonly expected?: string | undefined;
  /** Absent = follows from the id. */
  readonly seed?: number;
  /** The person or key that asked for it. */
  readonly by: string;
}

/** @throws AppError NOT_FOUND where the workspace has no such version of an agent. */
export async function startSingleRollout({ by, ...given }: SingleRollout): Promise<void> {
  const pool = ledgerPool();
  const agent = await readAgentVersion(pool, given);
  const { rolloutId: id, components, model, expected, seed = seedOf(given.rolloutId), ...rest } = given;
  const order = rolloutOrderOf({ settings: agent.settings, components, model, seed, expected });
  await openAttempt(pool, { ...rest, id, agentName: agent.name, runId: null, order }, 'queued');
  try {
    await sendSingleRollout(await startQueue(), id);
  } catch (error) {
    await stopRollout(pool, given);
    throw error;
  }
  logOf('agent').info({ rolloutId: id, purpose: given.purpose, by }, 'A single rollout was started.');
}

/** False where no attempt of it is queued or running. Its worker tells the agent to stop. */
export function stopSingleRollout(named: {
  readonly workspaceId: string;
  readonly rolloutId: string;
}): Promise<boolean> {
  return stopRollout(ledgerPool(), named);
}

const seedOf = (rolloutId: string) => Number.parseInt(contentHash(rolloutId).slice(0, 7), 16);
