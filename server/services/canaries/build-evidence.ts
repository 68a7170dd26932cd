import { canonicalHash } from '@/lib/domain/content-hash';
import type { Prisma } from '@/server/db/generated/client';
import type { CanaryRow } from '@/server/repositories/canaries';

/** What an approval binds: the plan, both prompts by their hash, and what the canary found. */
export interface Evidence {
  readonly content: Prisma.InputJsonObject;
  readonly hash: string;
}

export async function buildEvidence(_tx: Prisma.TransactionClient, row: CanaryRow): Promise<Evidence> {
  const content = {
    canaryId: row.id,
    planHash: row.planHash,
    challenger: row.challenger.sha256,
    incumbentId: row.incumbentId,
    progress: row.progress,
  };
  return { content: content as Prisma.InputJsonObject, hash: canonicalHash(content) };
}
