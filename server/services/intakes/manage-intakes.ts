import { ulid } from 'ulid';
import type {
  CreateIntakeInput,
  IntakeLineView,
  IntakeView,
  ListIntakesInput,
  SaveIntakeInput,
} from '@/lib/contracts/intakes';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { jsonColumn } from '@/server/db/stored-json';
import {
  createIntakeRow,
  getIntakeRow,
  type IntakeRow,
  listIntakeRows,
  lockIntakeRow,
  updateIntakeRow,
} from '@/server/repositories/intakes';
import { cutPage } from '@/server/repositories/keyset';
import { recordAudit } from '@/server/services/audit/record-audit';
import { readIntakeFacts } from './intake-facts';
import { intakeLineView, intakeView, recordOf } from './intake-view';

/** Drafts of the guided set-up: created, saved while a person types, archived. */
interface OneIntake {
  readonly intakeId: string;
}

export async function listIntakes(
  actor: Actor<'read'>,
  { archived, cursor, limit }: ListIntakesInput,
): Promise<{ items: IntakeLineView[]; nextCursor: string | null }> {
  const rows = await listIntakeRows(actor.workspaceId, { archived: archived === 'true', cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit);
  return { items: items.map(intakeLineView), nextCursor };
}

export async function createIntake(
  actor: Actor<'experiment'>,
  { name, answers }: CreateIntakeInput,
): Promise<IntakeView> {
  const row = await db().$transaction(async (tx) => {
    const id = `itk_${ulid()}`;
    const made = await createIntakeRow(
      { id, workspaceId: actor.workspaceId, name, answers: jsonColumn(answers), createdBy: actor.name },
      tx,
    );
    await recordAudit(tx, actor, 'intake.created', id, { name });
    return made;
  });
  return viewOf(row);
}

export async function getIntake(actor: Actor<'read'>, { intakeId }: OneIntake): Promise<IntakeView> {
  return viewOf(await getIntakeRow(actor.workspaceId, intakeId));
}

/** @throws AppError STATE_CONFLICT if the draft was saved since, or has become an experiment. */
export async function saveIntake(
  actor: Actor<'experiment'>,
  input: SaveIntakeInput & OneIntake,
): Promise<IntakeView> {
  const { intakeId, revision, name, answers, reasons } = input;
  const row = await db().$transaction(async (tx) => {
    const before = await lockIntakeRow(actor.workspaceId, intakeId, tx);
    assertOpen(before);
    if (before.revision !== revision) throw savedSince(before.revision);
    const saved = await updateIntakeRow(
      intakeId,
      { name, answers: jsonColumn(answers), reasons, revision: revision + 1 },
      tx,
    );
    await recordAudit(tx, actor, 'intake.saved', intakeId, { revision: saved.revision });
    return saved;
  });
  return viewOf(row);
}

/** Archiving again changes nothing. */
export async function archiveIntake(
  actor: Actor<'experiment'>,
  { intakeId }: OneIntake,
): Promise<IntakeView> {
  const row = await db().$transaction(async (tx) => {
    const before = await lockIntakeRow(actor.workspaceId, intakeId, tx);
    if (before.archivedAt !== null) return before;
    const archived = await updateIntakeRow(intakeId, { archivedAt: new Date() }, tx);
    await recordAudit(tx, actor, 'intake.archived', intakeId, { name: before.name });
    return archived;
  });
  return viewOf(row);
}

/** @throws AppError STATE_CONFLICT */
export function assertOpen({ experimentId, archivedAt }: IntakeRow): void {
  if (experimentId !== null) {
    throw new AppError('STATE_CONFLICT', 'This set-up has become an experiment, so it stays as it is.', {
      howToProceed: ['Change the experiment before its first run, or begin another set-up.'],
    });
  }
  if (archivedAt !== null)
    throw new AppError('STATE_CONFLICT', 'This set-up is archived: begin another one.');
}

export const savedSince = (revision: number) =>
  new AppError('STATE_CONFLICT', 'Another person has saved this set-up since you loaded it.', {
    context: { revision },
    fields: [{ path: 'revision', message: `The current revision is ${revision}.` }],
    howToProceed: ['Load it again, then repeat your change.'],
  });

async function viewOf(row: IntakeRow): Promise<IntakeView> {
  return intakeView(row, await readIntakeFacts(row.workspaceId, recordOf(row).answers));
}
