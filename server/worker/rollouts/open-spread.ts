import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { isInEnvironment } from '@/lib/domain/agent';
import { programsOfAgent } from '@/lib/domain/agent-reach';
import type { RunManifest } from '@/lib/domain/manifest';
import { unknownCommand } from '@/server/adapters/command-environment';
import type { Listener } from '@/server/events/listener';
import { agentQueue, rolloutQueue, toolQueue } from '@/server/jobs/rollout-jobs';
import type { ClaimedRun } from '../claim-run';
import type { ControlWatch } from '../control-watch';
import { workerPrograms } from '../worker-programs';
import { type SendingRollouts, sendingRollouts } from './send-rollouts';

/**
 * How the rollouts of a claimed run are carried: null = by its holder alone.
 * @throws AppError ENVIRONMENT_DOWN where they need a program that this worker does not know; another may.
 */
export async function openSpread(
  { manifest, lease }: ClaimedRun,
  parts: {
    readonly pool: pg.Pool;
    readonly queue?: PgBoss;
    readonly listener: Listener;
    readonly control: ControlWatch;
  },
): Promise<SendingRollouts | null> {
  assertProgramsKnown(manifest);
  const { pool, queue, listener, control } = parts;
  const name = queueOfRollouts(manifest);
  if (manifest.spreadRollouts !== true || queue === undefined || name === null) return null;
  const { signal } = control;
  return sendingRollouts({
    ...{ pool, queue, name, listener, lease, signal },
    isLeaseLost: () => control.isLeaseLost,
  });
}

function assertProgramsKnown({ task: { scoring }, agent }: RunManifest): void {
  if (scoring.kind === 'command' && !workerPrograms().commands.has(scoring.command))
    throw unknownCommand(scoring.command);
  if (agent === undefined) return;
  const { use, names } = programsOfAgent(agent.settings);
  const { agentPrograms, toolServers } = workerPrograms();
  const unknown = names.find((name) => !(use === 'agent' ? agentPrograms : toolServers).has(name));
  if (unknown !== undefined) throw unknownCommand(unknown);
}

/**
 * Null = the rollouts need an environment or two programs, which no queue promises; the holder of the run carries them.
 */
function queueOfRollouts({ task: { scoring }, agent }: RunManifest): string | null {
  if (agent !== undefined && isInEnvironment(agent.settings.kind)) return null;
  const { use, names } = agent === undefined ? NONE : programsOfAgent(agent.settings);
  const queues = [
    ...names.map((name) => (use === 'agent' ? agentQueue(name) : toolQueue(name))),
    ...(scoring.kind === 'command' ? [rolloutQueue(scoring.command)] : []),
  ];
  return queues.length > 1 ? null : (queues[0] ?? rolloutQueue(null));
}

const NONE = { use: 'agent', names: [] } as const;
