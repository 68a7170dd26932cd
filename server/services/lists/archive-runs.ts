import type { ArchiveInput, BulkOutcome } from '@/lib/contracts/tags';
import type { Actor } from '@/lib/domain/actor';
import { isEnded } from '@/lib/domain/run';
import { db } from '@/server/db/client';
import { lockArchivable, setRunsArchived } from '@/server/repositories/tags';
import { recordAudit } from '@/server/services/audit/record-audit';
import { missingOf } from './missing';

/** Puts runs away or brings them back: a list leaves them out, everything else about them stays as it is. */
export async function archiveRuns(
  actor: Actor<'experiment'>,
  { ids, archived }: ArchiveInput,
): Promise<BulkOutcome> {
  return db().$transaction(async (tx) => {
    const rows = await lockArchivable(actor.workspaceId, ids, tx);
    const others = rows.filter((row) => (row.archivedAt !== null) !== archived);
    const live = archived ? others.filter(({ status }) => !isEnded(status)) : [];
    const changed = others.filter((row) => !live.includes(row));
    await setRunsArchived(
      changed.map(({ id }) => id),
      archived ? new Date() : null,
      tx,
    );
    const action = archived ? 'run.archived' : 'run.restored';
    for (const { id, label } of changed) await recordAudit(tx, actor, action, id, { label });
    return {
      changed: changed.map(({ id }) => id),
      refused: [...missingOf(ids, rows), ...live.map(({ id, label }) => ({ id, reason: stillGoing(label) }))],
    };
  });
}

const stillGoing = (label: string) => `${label} has not ended: stop it, or archive it when it has.`;
