import type { KeyScope, Role, SlotScope } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import type { ApiKey, Prisma } from '@/server/db/generated/client';

/** Reads and writes of API keys. Only the sha256 of a secret ever comes here. */
type Tx = Prisma.TransactionClient;

export function findKeyByHash(secretHash: string): Promise<ApiKey | null> {
  return db().apiKey.findUnique({ where: { secretHash } });
}

/** Keys of the workspace, or of one of its slots. */
export function listKeyRows(workspaceId: string, slotId: string | null = null): Promise<ApiKey[]> {
  return db().apiKey.findMany({
    where: { workspaceId, slotId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 500,
  });
}

export interface NewKey {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly role: Role;
  readonly secretHash: string;
  readonly prefix: string;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  readonly slotId?: string;
  readonly scopes?: (SlotScope | KeyScope)[];
  readonly isBrowser?: boolean;
  readonly origins?: string[];
}

export function createKeyRow(key: NewKey, tx: Tx): Promise<ApiKey> {
  return tx.apiKey.create({ data: key });
}

export function findKey(workspaceId: string, id: string, tx: Tx): Promise<ApiKey | null> {
  return tx.apiKey.findFirst({ where: { workspaceId, id } });
}

export function revokeKeyRow(id: string, revokedAt: Date, tx: Tx): Promise<ApiKey> {
  return tx.apiKey.update({ where: { id }, data: { revokedAt } });
}

const TOUCHED_MS = 60_000;

/** Touched at most once a minute a key, so that a busy key costs no write a request, nor a question whether. */
export async function touchKey(
  { id, lastUsedAt }: Pick<ApiKey, 'id' | 'lastUsedAt'>,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - TOUCHED_MS);
  if (lastUsedAt !== null && lastUsedAt >= before) return;
  await db().apiKey.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: before } }] },
    data: { lastUsedAt: now },
  });
}
