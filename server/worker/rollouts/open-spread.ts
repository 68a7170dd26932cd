import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { RunManifest } from '@/lib/domain/manifest';
import { unknownCommand } from '@/server/adapters/command-environment';
import type { Listener } from '@/server/events/listener';
import { agentQueue, rolloutQueue } from '@/server/jobs/rollout-jobs';
import { programOf } from '../agents/agent-carriers';
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
  if (agent?.settings.kind === 'program') programOf(agent.settings.command);
}

/** Null = the rollouts need two programs, which no queue promises; the holder of the run carries them. */
function queueOfRollouts({ task: { scoring }, agent }: RunManifest): string | null {
  const program = agent?.settings.kind === 'program' ? agentQueue(agent.settings.command) : null;
  const scorer = scoring.kind === 'command' ? rolloutQueue(scoring.command) : null;
  return program !== null && scorer !== null ? null : (program ?? scorer ?? rolloutQueue(null));
}
