import type {
  ImportedRunDetail,
  ImportedRunView,
  ListImportedRunsInput,
} from '@/lib/contracts/imported-runs';
import type { Actor } from '@/lib/domain/actor';
import { assertMay } from '@/lib/policy/roles';
import { db } from '@/server/db/client';
import {
  archiveImportedRunRow,
  getImportedRunRow,
  listImportedRunRows,
} from '@/server/repositories/imported-runs';
import { cutPage } from '@/server/repositories/keyset';
import { recordAudit } from '@/server/services/audit/record-audit';
import type { Page } from '@/server/services/datasets/read-datasets';
import { importedRunDetailView, importedRunView } from './imported-run-view';

/** Looking at imported runs and putting them away. */
interface OneImportedRun {
  readonly importedRunId: string;
}

export async function listImportedRuns(
  actor: Actor,
  input: ListImportedRunsInput,
): Promise<Page<ImportedRunView>> {
  assertMay(actor, 'read');
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
  actor: Actor,
  { importedRunId }: OneImportedRun,
): Promise<ImportedRunDetail> {
  assertMay(actor, 'read');
  return importedRunDetailView(await getImportedRunRow(actor.workspaceId, importedRunId));
}

/** Archiving again changes nothing. */
export async function archiveImportedRun(
  actor: Actor,
  { importedRunId }: OneImportedRun,
): Promise<ImportedRunView> {
  assertMay(actor, 'experiment');
  return db().$transaction(async (tx) => {
    const before = await getImportedRunRow(actor.workspaceId, importedRunId, tx);
    if (before.archivedAt !== null) return importedRunView(before);
    const row = await archiveImportedRunRow(importedRunId, tx);
    await recordAudit(tx, actor, 'importedRun.archived', importedRunId, { name: row.name });
    return importedRunView(row);
  });
}
