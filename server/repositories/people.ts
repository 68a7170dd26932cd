import type { Role } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** Reads and writes of people and their memberships. Knows nothing of rules: who may do what is the services' part. */
type Tx = Prisma.TransactionClient;

const withUser = { user: true } as const;

export type MembershipRow = Prisma.MembershipGetPayload<{ include: typeof withUser }>;

/** The person behind an e-mail address, with the workspaces in order of joining. */
export function findUserByEmail(email: string, tx: Tx = db()) {
  return tx.user.findUnique({
    where: { email: email.trim().toLowerCase() },
    include: { memberships: { orderBy: { createdAt: 'asc' } } },
  });
}

export function findMembership(
  workspaceId: string,
  userId: string,
  tx: Tx = db(),
): Promise<MembershipRow | null> {
  return tx.membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId } },
    include: withUser,
  });
}

export function listMemberships(workspaceId: string, tx: Tx = db()): Promise<MembershipRow[]> {
  return tx.membership.findMany({
    where: { workspaceId },
    include: withUser,
    orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
    take: 1000,
  });
}

/** Enabled owners, their rows locked: two owners cannot demote each other at the same moment. */
export async function lockEnabledOwners(workspaceId: string, tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ userId: string }[]>`
    select m."userId" from "Membership" m join "User" u on u.id = m."userId"
    where m."workspaceId" = ${workspaceId} and m.role = 'owner' and u."disabledAt" is null
    order by m."userId" for update`;
  return rows.map((row) => row.userId);
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

export function createUser(user: NewUser, tx: Tx) {
  return tx.user.create({ data: user });
}

export function addMembership(
  membership: { readonly workspaceId: string; readonly userId: string; readonly role: Role },
  tx: Tx,
): Promise<MembershipRow> {
  return tx.membership.create({ data: membership, include: withUser });
}

export async function setRole(workspaceId: string, userId: string, role: Role, tx: Tx): Promise<void> {
  await tx.membership.update({ where: { workspaceId_userId: { workspaceId, userId } }, data: { role } });
}

export async function setName(userId: string, name: string, tx: Tx): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { name } });
}

/** Disabling voids all sessions at once; enabling does not bring them back. */
export async function setDisabled(userId: string, disabledAt: Date | null, tx: Tx): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { disabledAt, sessionEpoch: { increment: 1 } } });
}

/** A new password voids all sessions at once. */
export async function setPasswordHash(userId: string, passwordHash: string, tx: Tx): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { passwordHash, sessionEpoch: { increment: 1 } } });
}

/** Ends every session of the person. */
export async function voidSessions(userId: string, tx: Tx): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { sessionEpoch: { increment: 1 } } });
}

export interface EndedSession {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

/** Ending a session twice changes nothing. Rows whose token has expired go along. */
export async function endSession(session: EndedSession, now: Date, tx: Tx): Promise<void> {
  const { id, userId } = session;
  await tx.endedSession.deleteMany({ where: { userId, expiresAt: { lt: now } } });
  await tx.endedSession.upsert({ where: { id }, create: session, update: {} });
}

/** The sessions that the person signed out of and whose tokens have not expired yet. */
export async function listEndedSessions(userId: string, now: Date): Promise<string[]> {
  const rows = await db().endedSession.findMany({
    where: { userId, expiresAt: { gte: now } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

export function countMemberships(userId: string, tx: Tx): Promise<number> {
  return tx.membership.count({ where: { userId } });
}
