import type { ReadinessView, WaiveHardwareInput } from '@/lib/contracts/readiness';
import type { Actor } from '@/lib/domain/actor';
import { assertMayWaive } from '@/lib/policy/readiness';
import { db } from '@/server/db/client';
import { saveWaiver } from '@/server/repositories/readiness';
import { getRunRow } from '@/server/repositories/runs';
import { recordAudit } from '@/server/services/audit/record-audit';
import { readReadiness } from './read-readiness';

/** An owner's recorded word that one hardware class has to do (strategist A8). */
export async function waiveHardware(
  actor: Actor<'administer'>,
  input: WaiveHardwareInput & { readonly runId: string },
): Promise<ReadinessView> {
  const run = await getRunRow(actor.workspaceId, input.runId);
  assertMayWaive({ reason: input.reason, practice: run.practice, manifest: run.manifest });
  const { workspaceId, name: waivedBy } = actor;
  await db().$transaction(async (tx) => {
    await saveWaiver({ runId: run.id, workspaceId, reason: input.reason, waivedBy }, tx);
    await recordAudit(tx, actor, 'readiness.waived', run.id, { light: 'hardware', reason: input.reason });
  });
  return readReadiness(actor, { runId: run.id });
}
