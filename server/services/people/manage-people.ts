import { ulid } from 'ulid';
import type { InvitePersonInput, PersonView, UpdatePersonInput } from '@/lib/contracts/people';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { generatePassword, hashPassword } from '@/server/accounts/password';
import { assertStrongPassword } from '@/server/accounts/password-strength';
import { forgetStanding } from '@/server/accounts/session';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import {
  addMembership,
  countMemberships,
  createUser,
  findUserByEmail,
  listMemberships,
  lockEnabledOwners,
  setDisabled,
  setName,
  setRole,
} from '@/server/repositories/people';
import { recordAudit } from '@/server/services/audit/record-audit';
import { getPerson, personView } from './person-view';

/** People of a workspace: invited, given roles, disabled. At least one enabled owner always remains. */
export async function listPeople(actor: Actor<'read'>): Promise<PersonView[]> {
  return (await listMemberships(actor.workspaceId)).map(personView);
}

/** `password` is the generated one, shown once; null if the owner chose it or the person already has one. */
export async function invitePerson(
  actor: Actor<'administer'>,
  input: InvitePersonInput,
): Promise<{ readonly person: PersonView; readonly password: string | null }> {
  const { password, email: address, name: given } = input;
  if (password !== undefined)
    await assertStrongPassword({ password, personal: [address, given], field: 'password' });
  const generated = input.password === undefined ? generatePassword() : null;
  const passwordHash = await hashPassword(input.password ?? generated ?? '');
  return db().$transaction(async (tx) => {
    const known = await findUserByEmail(input.email, tx);
    if (known?.memberships.some(({ workspaceId }) => workspaceId === actor.workspaceId)) {
      throw new AppError('STATE_CONFLICT', `${input.email} is in this workspace already.`, {
        howToProceed: ['Change the role of the person in the list instead.'],
      });
    }
    const { email, name, role } = input;
    const user = known ?? (await createUser({ id: `usr_${ulid()}`, email, name, passwordHash }, tx));
    const row = await addMembership({ workspaceId: actor.workspaceId, userId: user.id, role }, tx);
    await recordAudit(tx, actor, 'person.invited', user.id, { email, role });
    return { person: personView(row), password: known === null ? generated : null };
  });
}

export async function updatePerson(
  actor: Actor<'administer'>,
  { personId, change }: { readonly personId: string; readonly change: UpdatePersonInput },
): Promise<PersonView> {
  const updated = await db().$transaction(async (tx) => {
    const owners = await lockEnabledOwners(actor.workspaceId, tx);
    const before = await getPerson(actor.workspaceId, personId, tx);
    const isGoing = change.disabled === true || (change.role !== undefined && change.role !== 'owner');
    if (isGoing) assertOwnerStays(owners, personId);
    if (change.name !== undefined) await setName(personId, change.name, tx);
    if (change.role !== undefined) await setRole(actor.workspaceId, personId, change.role, tx);
    const isDisabled = before.user.disabledAt !== null;
    if (change.disabled !== undefined && change.disabled !== isDisabled)
      await changeDisabled(personId, !isDisabled, tx);
    await recordAudit(tx, actor, 'person.changed', personId, { ...change });
    return personView(await getPerson(actor.workspaceId, personId, tx));
  });
  forgetStanding(actor.workspaceId, personId);
  return updated;
}

function assertOwnerStays(owners: readonly string[], personId: string): void {
  if (!owners.includes(personId) || owners.length > 1) return;
  throw new AppError('STATE_CONFLICT', 'This is the last owner of the workspace, and one has to stay.', {
    howToProceed: ['Make another person an owner first.'],
  });
}

/** An account may serve several workspaces; one of them must not close it for the others. */
async function changeDisabled(
  personId: string,
  disabled: boolean,
  tx: Prisma.TransactionClient,
): Promise<void> {
  if ((await countMemberships(personId, tx)) > 1) {
    throw new AppError(
      'STATE_CONFLICT',
      'This person works in other workspaces too: change the role here instead.',
    );
  }
  await setDisabled(personId, disabled ? new Date() : null, tx);
}
