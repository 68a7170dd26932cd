import type { Actor } from '@/lib/domain/actor';
import type { MembershipRow } from '@/server/repositories/people';

/** Facts about an approver that the approval rules need, read from the workspace's members (rulings C2). */
export interface Approver {
  readonly nowMs: number;
  readonly memberSinceMs: number;
}

/** Since when an account counts here: made, and of this workspace. */
export function memberSince({
  createdAt,
  user,
}: Pick<MembershipRow, 'createdAt'> & { readonly user: { readonly createdAt: Date } }): number {
  return Math.max(createdAt.getTime(), user.createdAt.getTime());
}

/** Counts an actor that is no member, such as a key, as having joined now. */
export function approverOf(
  { userId }: Pick<Actor, 'userId'>,
  members: readonly MembershipRow[],
  nowMs: number,
): Approver {
  const member = members.find((each) => each.userId === userId);
  return { nowMs, memberSinceMs: member ? memberSince(member) : nowMs };
}
