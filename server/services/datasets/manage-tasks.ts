import { ulid } from 'ulid';
import { type CreateTaskInput, type ListTasksInput, scoringSpec, type TaskView } from '@/lib/contracts/tasks';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { validateScoring } from '@/lib/evaluation/scorers/score-answer';
import { TASK_WORDING } from '@/lib/evaluation/scorers/task-wording';
import { assertMay } from '@/lib/policy/roles';
import { db } from '@/server/db/client';
import { cutPage } from '@/server/repositories/keyset';
import { createTaskRow, getTaskRow, listTaskRows, type TaskRow } from '@/server/repositories/tasks';
import { recordAudit } from '@/server/services/audit/record-audit';
import type { Page } from './read-datasets';

/** Tasks: made once and never changed, since scores refer to them. */
export async function listTasks(actor: Actor, input: ListTasksInput): Promise<Page<TaskView>> {
  assertMay(actor, 'read');
  const page = { search: input.search, cursor: input.cursor, limit: input.limit };
  const { items, nextCursor } = cutPage(await listTaskRows(actor.workspaceId, page), input.limit);
  return { items: items.map(taskView), nextCursor };
}

export async function getTask(actor: Actor, { taskId }: { readonly taskId: string }): Promise<TaskView> {
  assertMay(actor, 'read');
  return taskView(await getTaskRow(actor.workspaceId, taskId));
}

export async function createTask(actor: Actor, input: CreateTaskInput): Promise<TaskView> {
  assertMay(actor, 'experiment');
  const { scoring } = input;
  const faults = validateScoring(scoring).map(({ path, message }) => ({ path: `scoring.${path}`, message }));
  if (faults.length > 0)
    throw new AppError('INPUT_INVALID', faults.map(({ message }) => message).join(' '), { fields: faults });
  const wording = TASK_WORDING[scoring.kind];
  const values = {
    id: `tsk_${ulid()}`,
    workspaceId: actor.workspaceId,
    name: input.name,
    preset: scoring.kind === 'formula' || scoring.kind === 'finer' ? scoring.kind : 'generic',
    instructions: input.instructions || wording.instructions,
    inputShape: input.inputShape || wording.inputShape,
    outputShape: input.outputShape || wording.outputShape,
    scoring: { ...scoring },
  };
  return db().$transaction(async (tx) => {
    const row = await createTaskRow(values, tx);
    await recordAudit(tx, actor, 'task.created', row.id, { name: row.name, scoring: scoring.kind });
    return taskView(row);
  });
}

function taskView(row: TaskRow): TaskView {
  return {
    id: row.id,
    name: row.name,
    preset: row.preset,
    instructions: row.instructions,
    inputShape: row.inputShape,
    outputShape: row.outputShape,
    scoring: scoringSpec.parse(row.scoring),
    experiments: row._count.experiments,
    createdAt: row.createdAt.toISOString(),
  };
}
