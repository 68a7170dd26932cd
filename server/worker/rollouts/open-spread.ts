import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { unknownCommand } from '@/server/adapters/command-environment';
import type { Listener } from '@/server/events/listener';
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
  const { scoring } = manifest.task;
  if (scoring.kind === 'command' && !workerPrograms().commands.has(scoring.command)) {
    throw unknownCommand(scoring.command);
  }
  const { pool, queue, listener, control } = parts;
  if (manifest.spreadRollouts !== true || queue === undefined) return null;
  const { signal } = control;
  return sendingRollouts({
    ...{ pool, queue, listener, lease, manifest, signal },
    isLeaseLost: () => control.isLeaseLost,
  });
}
