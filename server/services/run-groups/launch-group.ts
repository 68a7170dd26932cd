import { ulid } from 'ulid';
import type { LaunchRunGroupInput, RunGroupView } from '@/lib/contracts/run-groups';
import type { StartRunInput } from '@/lib/contracts/run-starting';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { rejectionsFor } from '@/lib/policy/shape-advice';
import { assertShape, type Shape } from '@/lib/policy/shapes';
import { createGroup } from '@/server/repositories/run-groups';
import { recordAudit } from '@/server/services/audit/record-audit';
import { type Launch, launchTogether } from '@/server/services/launches/launch-run';
import { prepareRun } from '@/server/services/launches/start-run';
import { readGroup } from './read-group';
import { type KnownTask, knownTask } from './shape-tasks';

/** All runs of a group in one transaction: a group that is half there would be no shape. */
export async function launchGroup(
  actor: Actor<'experiment'>,
  input: LaunchRunGroupInput,
): Promise<RunGroupView> {
  const { shape, reason } = input;
  assertDistinct(input.experimentIds);
  const tasks: KnownTask[] = [];
  for (const id of input.experimentIds) tasks.push(await knownTask(actor, id));
  const rejected = input.rejectedShapes ?? rejectionsFor(shape, tasks);
  assertShape({ shape, reason, rejected, tasks, overrideReason: input.overrideReason ?? null });
  const launches: Launch[] = [];
  for (const id of input.experimentIds) launches.push(await prepareRun(actor, runOf(shape, id, input.seed)));
  const id = `grp_${ulid()}`;
  const { workspaceId, name: createdBy } = actor;
  await launchTogether(actor, async (tx) => {
    await createGroup({ id, workspaceId, shape, reason, rejected, createdBy }, tx);
    await recordAudit(tx, actor, 'runGroup.launched', id, { shape, reason, runs: launches.length });
    return launches.map((launch) => ({ ...launch, origin: { ...launch.origin, groupId: id } }));
  });
  return readGroup(actor, { groupId: id });
}

/** Task-parallel runs are of serial size, so each is a serial baseline and ends with a diagnosis of its task. */
function runOf(shape: Shape, experimentId: string, seed: number | undefined): StartRunInput {
  const kind = shape === 'task' ? 'serialBaseline' : 'combee';
  return { experimentId, kind, ...(seed === undefined ? {} : { seed }) };
}

function assertDistinct(ids: readonly string[]): void {
  if (new Set(ids).size === ids.length) return;
  throw new AppError('INPUT_INVALID', 'An experiment is named twice: name each once.', {
    fields: [{ path: 'experimentIds', message: 'Name each experiment once.' }],
  });
}
