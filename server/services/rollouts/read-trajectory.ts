import type { TrajectoryHeadView, TrajectoryStepsView } from '@/lib/contracts/rollout-shapes';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { exportAtif } from '@/lib/trajectory/atif-export';
import { orderOf } from '@/server/repositories/stored-rollout';
import { openTrajectory, type ReadCalls } from './opened-trajectories';
import { attemptRow } from './read-rollouts';
import { headOf, hitsOf, stepsOf } from './trajectory-parts';

/** The trajectory of an attempt by its parts. */
interface NamedAttempt {
  readonly rolloutId: string;
  readonly attempt: number;
}

export async function readTrajectory(
  actor: Actor<'read'>,
  named: NamedAttempt,
  readCalls: ReadCalls,
): Promise<TrajectoryHeadView> {
  const row = await attemptRow(actor.workspaceId, named);
  return headOf(await openTrajectory(row, readCalls), orderOf(row).components);
}

export async function listTrajectorySteps(
  actor: Actor<'read'>,
  { from, count, ...named }: NamedAttempt & { readonly from: number; readonly count: number },
  readCalls: ReadCalls,
): Promise<TrajectoryStepsView> {
  const opened = await openTrajectory(await attemptRow(actor.workspaceId, named), readCalls);
  return stepsOf(opened, { from, count });
}

export async function searchTrajectory(
  actor: Actor<'read'>,
  { q, ...named }: NamedAttempt & { readonly q: string },
  readCalls: ReadCalls,
): Promise<{ hits: number; steps: number[] }> {
  return hitsOf(await openTrajectory(await attemptRow(actor.workspaceId, named), readCalls), q);
}

/** @throws AppError NOT_FOUND where no step was recorded */
export async function exportTrajectory(
  actor: Actor<'read'>,
  named: NamedAttempt,
  readCalls: ReadCalls,
): Promise<{ readonly filename: string; readonly text: string }> {
  const { trajectory } = await openTrajectory(await attemptRow(actor.workspaceId, named), readCalls);
  if (trajectory.steps.length === 0) throw noTrajectory();
  const name = `${named.rolloutId}-${named.attempt}`;
  return {
    filename: `${name}.atif.json`,
    text: `${JSON.stringify(exportAtif(trajectory, name), null, 2)}\n`,
  };
}

export const noTrajectory = () =>
  new AppError('NOT_FOUND', 'This attempt has no trajectory: no model call of it was recorded.', {
    howToProceed: ['Choose another attempt.', 'Have the agent send its model calls through the proxy.'],
  });
