import { ulid } from 'ulid';
import type { ApiKeyView, CreateKeyInput } from '@/lib/contracts/keys';
import type { Actor, Permission, Role } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { may } from '@/lib/policy/roles';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { db } from '@/server/db/client';
import type { ApiKey } from '@/server/db/generated/client';
import { createKeyRow, findKey, listKeyRows, revokeKeyRow } from '@/server/repositories/keys';
import { recordAudit } from '@/server/services/audit/record-audit';

/** Keys of the API: made, listed, revoked. The secret leaves this file once and is nowhere stored. */
const DAY_MS = 24 * 3600 * 1000;
const PERMISSIONS: readonly Permission[] = ['read', 'experiment', 'review', 'administer'];

export async function listKeys(actor: Actor<'administer'>): Promise<ApiKeyView[]> {
  return (await listKeyRows(actor.workspaceId)).map(keyView);
}

export async function createKey(
  actor: Actor<'administer'>,
  input: CreateKeyInput,
): Promise<{ readonly key: ApiKeyView; readonly secret: string }> {
  assertNotAbove(actor, input.role);
  const { secret, hash, prefix } = makeKeySecret();
  const expiresAt = input.expiresInDays === null ? null : new Date(Date.now() + input.expiresInDays * DAY_MS);
  return db().$transaction(async (tx) => {
    const row = await createKeyRow(
      {
        id: `key_${ulid()}`,
        workspaceId: actor.workspaceId,
        name: input.name,
        role: input.role,
        scopes: input.scopes,
        secretHash: hash,
        prefix,
        createdBy: actor.name,
        expiresAt,
      },
      tx,
    );
    await recordAudit(tx, actor, 'key.created', row.id, {
      name: row.name,
      role: row.role,
      scopes: row.scopes,
    });
    return { key: keyView(row), secret };
  });
}

/** At once; revoking it again changes nothing. */
export async function revokeKey(actor: Actor<'administer'>, keyId: string): Promise<ApiKeyView> {
  return db().$transaction(async (tx) => {
    const row = await findKey(actor.workspaceId, keyId, tx);
    if (row === null) throw new AppError('NOT_FOUND', 'This key does not exist.', { context: { keyId } });
    if (row.revokedAt !== null) return keyView(row);
    const revoked = await revokeKeyRow(keyId, new Date(), tx);
    await recordAudit(tx, actor, 'key.revoked', keyId, { name: row.name });
    return keyView(revoked);
  });
}

/** Actors cannot grant more permissions than they have. @throws AppError ROLE_FORBIDDEN */
function assertNotAbove(actor: Actor, role: Role): void {
  if (PERMISSIONS.every((permission) => !may(role, permission) || may(actor.role, permission))) return;
  throw new AppError('ROLE_FORBIDDEN', `As ${actor.role} you cannot make a key with the role ${role}.`);
}

function keyView(row: ApiKey): ApiKeyView {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    scopes: row.scopes,
    prefix: row.prefix,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
