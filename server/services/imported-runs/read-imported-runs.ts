import type {
  ImportedRunDetail,
  ImportedRunView,
  ListImportedRunsInput,
} from '@/lib/contracts/imported-runs';
import type { Actor } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import {
  getImportedRunRow,
  listImportedRunRows,
  setImportedRunArchived,
} from '@/server/repositories/imported-runs';
import { cutPage } from '@/server/repositories/keyset';
import { recordAudit } from '@/server/services/audit/record-audit';
import type { Page } from '@/server/services/datasets/read-datasets';
import { importedRunDetailView, importedRunView } from './imported-run-view';

/** Looking at imported runs, putting them away and bringing them back. */
interface OneImportedRun {
  readonly importedRunId: string;
}

export async function listImportedRuns(
  actor: Actor<'read'>,
  input: ListImportedRunsInput,
): Promise<Page<ImportedRunView>> {
  const rows = await listImportedRunRows(actor.workspaceId, {
    search: input.search,
    archived: input.archived === 'true',
    cursor: input.cursor,
    limit: input.limit,
  });
  const { items, nextCursor } = cutPage(rows, input.limit);
  return { items: items.map(importedRunView), nextCursor };
}

export async function getImportedRun(
  actor: Actor<'read'>,
  { importedRunId }: OneImportedRun,
): Promise<ImportedRunDetail> {
  return importedRunDetailView(await getImportedRunRow(actor.workspaceId, importedRunId));
}

/** Archiving again changes nothing; nor does restoring again. */
export const archiveImportedRun = (actor: Actor<'experiment'>, { importedRunId }: OneImportedRun) =>
  setArchived(actor, importedRunId, true);

export const restoreImportedRun = (actor: Actor<'experiment'>, { importedRunId }: OneImportedRun) =>
  setArchived(actor, importedRunId, false);

async function setArchived(
  actor: Actor<'experiment'>,
  id: string,
  isAway: boolean,
): Promise<ImportedRunView> {
  return db().$transaction(async (tx) => {
    const before = await getImportedRunRow(actor.workspaceId, id, tx);
    if ((before.archivedAt !== null) === isAway) return importedRunView(before);
    const row = await setImportedRunArchived(id, isAway ? new Date() : null, tx);
    const what = isAway ? 'importedRun.archived' : 'importedRun.restored';
    await recordAudit(tx, actor, what, id, { name: row.name });
    return importedRunView(row);
  });
}
