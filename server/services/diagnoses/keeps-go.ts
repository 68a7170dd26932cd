import type { FactData } from '@/lib/domain/ledger-entry';
import type { Prisma } from '@/server/db/generated/client';

interface Judged {
  readonly workspaceId: string;
  readonly scopeHash: string;
  readonly verdict: 'go' | 'noGo' | 'undecided';
  readonly curve: readonly Pick<FactData['heldOut.measured'], 'scores'>[];
}

/**
 * Whether an earlier go stays although a later run was not one: a curve with missing scores shows that an evaluator or a
 * provider failed, and takes nothing back.
 */
export async function keepsEarlierGo(
  tx: Prisma.TransactionClient,
  { workspaceId, scopeHash, verdict, curve }: Judged,
): Promise<boolean> {
  if (verdict === 'go' || curve.every(({ scores }) => !scores.includes(null))) return false;
  const newest = await tx.diagnosis.findFirst({
    where: { workspaceId, scopeHash },
    orderBy: { createdAt: 'desc' },
    select: { verdict: true },
  });
  return newest?.verdict === 'go';
}
