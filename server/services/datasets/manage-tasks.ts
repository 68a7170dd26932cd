import { ulid } from 'ulid';
import type { CreatedTaskView, CreateTaskInput, ListTasksInput, TaskView } from '@/lib/contracts/tasks';
import type { Actor } from '@/lib/domain/actor';
import { type ScoringSpec, scoringSpec } from '@/lib/domain/scoring';
import { ARTEFACT_WORDING, SCORING_WORDS } from '@/lib/domain/scoring-words';
import { AppError } from '@/lib/errors/app-error';
import { validateScoring } from '@/lib/evaluation/scorers/score-answer';
import { db } from '@/server/db/client';
import { cutPage } from '@/server/repositories/keyset';
import {
  createTaskRow,
  datasetsOfTasks,
  getTaskRow,
  listTaskRows,
  type TaskRow,
} from '@/server/repositories/tasks';
import { recordAudit } from '@/server/services/audit/record-audit';
import { createArtefactData } from './artefact-data';
import type { Page } from './read-datasets';

/** Tasks: made once and never changed, since scores refer to them. */
export async function listTasks(actor: Actor<'read'>, input: ListTasksInput): Promise<Page<TaskView>> {
  const page = { search: input.search, cursor: input.cursor, limit: input.limit };
  const { items, nextCursor } = cutPage(await listTaskRows(actor.workspaceId, page), input.limit);
  const datasets = await datasetsOfTasks(items.map(({ id }) => id));
  return { items: items.map((row) => taskView(row, datasets.get(row.id))), nextCursor };
}

export async function getTask(
  actor: Actor<'read'>,
  { taskId }: { readonly taskId: string },
): Promise<TaskView> {
  const row = await getTaskRow(actor.workspaceId, taskId);
  return taskView(row, (await datasetsOfTasks([taskId])).get(taskId));
}

/** `checkAddress` is the address guard for HTTP evaluators (rulings S2), handed in by the door. */
export async function createTask(
  actor: Actor<'experiment'>,
  input: CreateTaskInput,
  checkAddress: (url: string) => void,
): Promise<CreatedTaskView> {
  const { scoring, artefact } = input;
  const faults = validateScoring(scoring).map(({ path, message }) => ({ path: `scoring.${path}`, message }));
  if (faults.length > 0)
    throw new AppError('INPUT_INVALID', faults.map(({ message }) => message).join(' '), { fields: faults });
  if (scoring.kind === 'http') checkAddress(scoring.url);
  const wording = artefact === null ? SCORING_WORDS[scoring.kind] : ARTEFACT_WORDING;
  const values = {
    id: `tsk_${ulid()}`,
    workspaceId: actor.workspaceId,
    name: input.name,
    preset: scoring.kind === 'formula' || scoring.kind === 'finer' ? scoring.kind : 'generic',
    instructions: input.instructions || wording.instructions,
    inputShape: input.inputShape || wording.inputShape,
    outputShape: input.outputShape || wording.outputShape,
    scoring: { ...keptScoring(input) },
    artefact: artefact !== null,
    secret: scoring.kind === 'http' && input.secret ? { plain: input.secret, url: scoring.url } : null,
  };
  return db().$transaction(async (tx) => {
    const row = await createTaskRow(values, tx);
    await recordAudit(tx, actor, 'task.created', row.id, { name: row.name, scoring: scoring.kind });
    const data = artefact === null ? null : await createArtefactData(tx, actor, { name: row.name, artefact });
    return { ...taskView(row), data };
  });
}

/** The stored form of a scoring: it names the header only where a secret is sent in it. */
function keptScoring({ scoring, secret }: CreateTaskInput): ScoringSpec {
  if (scoring.kind !== 'http') return scoring;
  return { ...scoring, header: secret === undefined ? null : (scoring.header ?? 'Authorization') };
}

function taskView(row: TaskRow, datasetIds: readonly string[] = []): TaskView {
  return {
    id: row.id,
    name: row.name,
    preset: row.preset,
    instructions: row.instructions,
    inputShape: row.inputShape,
    outputShape: row.outputShape,
    scoring: scoringSpec.parse(row.scoring),
    artefact: row.artefact,
    hasSecret: row.secretCiphertext !== null,
    experiments: row._count.experiments,
    datasetIds: [...datasetIds],
    createdAt: row.createdAt.toISOString(),
  };
}
