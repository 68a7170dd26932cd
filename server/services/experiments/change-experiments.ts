import { ulid } from 'ulid';
import { experimentConfig } from '@/lib/contracts/experiment-config';
import type {
  CreateExperimentInput,
  ExperimentView,
  UpdateExperimentInput,
} from '@/lib/contracts/experiments';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { assertBaselineUnused, assertSplitStays } from '@/lib/policy/anti-patterns';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { isAgentThere } from '@/server/repositories/agents';
import { findBaselineReaders } from '@/server/repositories/baseline-readers';
import {
  createExperimentRow,
  findSplit,
  findTask,
  getExperimentRow,
  lockExperimentRow,
  updateExperimentRow,
} from '@/server/repositories/experiments';
import { recordAudit } from '@/server/services/audit/record-audit';
import { checkedPrompt } from '@/server/services/privacy/check-prompt';
import { experimentView } from './experiment-view';

type Tx = Prisma.TransactionClient;

/** A draft may still lack models; only starting a run insists on all of them. */
export async function createExperiment(
  actor: Actor<'experiment'>,
  input: CreateExperimentInput,
): Promise<ExperimentView> {
  const kept = await checkedPrompt(input.seedCandidateText, input.personalDataReason);
  return db().$transaction((tx) => createExperimentIn(tx, actor, { ...input, kept }));
}

/** The same within a transaction of the caller's, who has asked who may, and what personal data is kept (`kept`). */
export async function createExperimentIn(
  tx: Tx,
  actor: Actor,
  input: CreateExperimentInput & { readonly kept: Awaited<ReturnType<typeof checkedPrompt>> },
): Promise<ExperimentView> {
  const { name, description, taskId, splitId, personalDataReason: _reason, kept, ...config } = input;
  await assertPartsExist(actor, { taskId, splitId, agentId: config.agentId }, tx);
  const id = `exp_${ulid()}`;
  const row = await createExperimentRow(
    {
      id,
      workspaceId: actor.workspaceId,
      name,
      description,
      taskId,
      splitId,
      config: config as Prisma.InputJsonObject,
      createdBy: actor.name,
    },
    tx,
  );
  await recordAudit(tx, actor, 'experiment.created', id, { name });
  if (kept !== null) await recordAudit(tx, actor, 'privacy.kept', id, kept);
  return experimentView(row);
}

/** @throws AppError STATE_CONFLICT once a run has pinned the settings. */
export async function updateExperiment(
  actor: Actor<'experiment'>,
  input: UpdateExperimentInput & { readonly experimentId: string },
): Promise<ExperimentView> {
  const { experimentId, name, description, taskId, splitId, personalDataReason, ...settings } = input;
  const given = defined(settings);
  const isNameOnly = taskId === undefined && splitId === undefined && Object.keys(given).length === 0;
  const kept = await checkedPrompt(settings.seedCandidateText, personalDataReason);
  return db().$transaction(async (tx) => {
    const row = await lockExperimentRow(actor.workspaceId, experimentId, tx);
    if (!isNameOnly) {
      assertSplitStays({ from: row.splitId, to: splitId ?? row.splitId, runs: row._count.runs });
      assertDraft(row._count.runs);
      const named = { taskId: taskId ?? row.taskId, splitId: splitId ?? row.splitId };
      await assertPartsExist(actor, { ...named, agentId: settings.agentId ?? null }, tx);
    }
    const config = experimentConfig.parse({ ...experimentConfig.parse(row.config), ...given });
    const parts = defined({ name, description, taskId, splitId });
    const change = { ...parts, config: config as Prisma.InputJsonObject };
    const updated = await updateExperimentRow(experimentId, change, tx);
    await recordAudit(tx, actor, 'experiment.updated', experimentId, {
      fields: Object.keys({ ...parts, ...given }),
    });
    if (kept !== null) await recordAudit(tx, actor, 'privacy.kept', experimentId, kept);
    return experimentView(updated);
  });
}

export async function archiveExperiment(
  actor: Actor<'experiment'>,
  input: { readonly experimentId: string },
): Promise<ExperimentView> {
  return db().$transaction(async (tx) => {
    const row = await getExperimentRow(actor.workspaceId, input.experimentId, tx);
    if (row.runs.length > 0) {
      throw new AppError(
        'STATE_CONFLICT',
        'Runs of this experiment are still going: stop them or wait for them.',
      );
    }
    if (row.archivedAt !== null) return experimentView(row);
    assertBaselineUnused(await findBaselineReaders(row, tx));
    const archived = await updateExperimentRow(row.id, { archivedAt: new Date() }, tx);
    await recordAudit(tx, actor, 'experiment.archived', row.id, { name: row.name });
    return experimentView(archived);
  });
}

/** Restoring again changes nothing. */
export async function restoreExperiment(
  actor: Actor<'experiment'>,
  input: { readonly experimentId: string },
): Promise<ExperimentView> {
  return db().$transaction(async (tx) => {
    const row = await getExperimentRow(actor.workspaceId, input.experimentId, tx);
    if (row.archivedAt === null) return experimentView(row);
    const restored = await updateExperimentRow(row.id, { archivedAt: null }, tx);
    await recordAudit(tx, actor, 'experiment.restored', row.id, { name: row.name });
    return experimentView(restored);
  });
}

function assertDraft(runs: number): void {
  if (runs === 0) return;
  throw new AppError(
    'STATE_CONFLICT',
    'Runs have pinned the settings of this experiment: only its name and description can still change.',
    { howToProceed: ['Make a new experiment with other settings.'] },
  );
}

async function assertPartsExist(
  actor: Actor,
  { taskId, splitId, agentId }: { taskId: string; splitId: string; agentId: string | null },
  tx: Tx,
): Promise<void> {
  const faults = [];
  if (agentId !== null && !(await isAgentThere(actor.workspaceId, agentId, tx)))
    faults.push({ path: 'agentId', message: 'This agent does not exist, or is archived.' });
  if ((await findTask(actor.workspaceId, taskId, tx)) === null)
    faults.push({ path: 'taskId', message: 'This task does not exist.' });
  if ((await findSplit(actor.workspaceId, splitId, tx)) === null)
    faults.push({ path: 'splitId', message: 'This split is not registered.' });
  if (faults.length === 0) return;
  throw new AppError('NOT_FOUND', faults.map(({ message }) => message).join(' '), { fields: faults });
}

function defined<T extends object>(values: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: NonNullable<T[Name]>;
  };
}
