import type { Clock } from '@/lib/ports/clock';
import type { Prisma } from '@/server/db/generated/client';
import { isNoted } from '@/server/repositories/audit-log';
import type { CountingRow } from '@/server/repositories/canary-counting';
import { getEvidenceCanary } from '@/server/repositories/evidence';
import { recordAudit } from '@/server/services/audit/record-audit';
import { announceSilence } from '@/server/services/promotion/decide/announce-move';

/** Announces each lull in a canary's requests once: a person should check before a day of silence ends the canary. */
const LULL_MS = 3_600_000;

export async function tellSilence(
  tx: Prisma.TransactionClient,
  row: CountingRow,
  clock: Clock,
): Promise<void> {
  const since = row.lastTrafficAt ?? row.stageStartedAt;
  const atMs = clock.nowMs();
  if (since === null || atMs - since.getTime() < LULL_MS) return;
  const { id: subject, workspaceId } = row;
  const action = 'canary.silent';
  const begun = since.toISOString();
  if (await isNoted({ workspaceId, action, subject }, ['since', begun], tx)) return;
  await recordAudit(tx, { workspaceId, name: 'worker' }, action, subject, { since: begun });
  const canary = await getEvidenceCanary(subject, tx);
  await announceSilence(tx, { canary, hours: Math.floor((atMs - since.getTime()) / LULL_MS), atMs });
}
