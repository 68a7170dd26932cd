import type { PersonView } from '@/lib/contracts/people';
import { AppError } from '@/lib/errors/app-error';
import type { Prisma } from '@/server/db/generated/client';
import { findMembership, type MembershipRow } from '@/server/repositories/people';

export function personView({ role, user, createdAt }: MembershipRow): PersonView {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role,
    disabledAt: user.disabledAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** @throws AppError NOT_FOUND */
export async function getPerson(
  workspaceId: string,
  personId: string,
  tx: Prisma.TransactionClient,
): Promise<MembershipRow> {
  const row = await findMembership(workspaceId, personId, tx);
  if (row === null)
    throw new AppError('NOT_FOUND', 'This person is not in the workspace.', { context: { personId } });
  return row;
}
