import { ulid } from 'ulid';
import type { Actor } from '@/lib/domain/actor';
import { authorize } from '@/lib/policy/roles';
import { generatePassword, hashPassword } from '@/server/accounts/password';
import { assertStrongPassword } from '@/server/accounts/password-strength';
import { db } from '@/server/db/client';
import { addMembership, createUser } from '@/server/repositories/people';
import { recordAudit } from '@/server/services/audit/record-audit';

/** The first workspace of an installation with its owner. Null where there is one already: it happens once. */
export async function foundWorkspace(input: {
  readonly email: string;
  /** Null: one is made up, and comes back to be shown once. */
  readonly password: string | null;
}): Promise<{ readonly actor: Actor<'administer'>; readonly password: string | null } | null> {
  const { email: address, password } = input;
  if (password !== null)
    await assertStrongPassword({ password, personal: [address], field: 'WAGGLE_OWNER_PASSWORD' });
  const generated = input.password === null ? generatePassword() : null;
  const passwordHash = await hashPassword(input.password ?? generated ?? '');
  return db().$transaction(async (tx) => {
    // Two first starts on one database: the second waits here and then finds the first one's workspace.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('waggle.found-workspace'))`;
    if ((await tx.workspace.count()) > 0) return null;
    const workspace = await tx.workspace.create({ data: { id: `ws_${ulid()}`, name: 'Workspace' } });
    const user = await createUser(
      { id: `usr_${ulid()}`, email: input.email, name: 'Owner', passwordHash },
      tx,
    );
    await addMembership({ workspaceId: workspace.id, userId: user.id, role: 'owner' }, tx);
    const named = { name: input.email, via: 'command', userId: user.id, keyId: null } as const;
    const actor = authorize({ workspaceId: workspace.id, role: 'owner', ...named }, 'administer');
    await recordAudit(tx, actor, 'workspace.founded', workspace.id, { owner: input.email });
    return { actor, password: generated };
  });
}
