import type { TracePolicyView } from '@/lib/contracts/trace-policies';
import type { Actor } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { readTracePolicy } from '@/server/repositories/trace-policies';
import { recordAudit } from '@/server/services/audit/record-audit';

/** How a workspace keeps traces. Receivers hear of a change within some seconds. */
export function getTracePolicy({ workspaceId }: Actor<'read'>): Promise<TracePolicyView> {
  return readTracePolicy(ledgerPool(), workspaceId);
}

export async function setTracePolicy(
  actor: Actor<'administer'>,
  policy: TracePolicyView,
): Promise<TracePolicyView> {
  const { workspaceId } = actor;
  const data = { ...policy, bytesMax: policy.bytesMax === null ? null : BigInt(policy.bytesMax) };
  await db().$transaction(async (tx) => {
    await tx.tracePolicy.upsert({
      where: { workspaceId },
      create: { workspaceId, ...data },
      update: data,
    });
    await recordAudit(tx, actor, 'tracePolicy.set', workspaceId, { ...policy });
  });
  return policy;
}
