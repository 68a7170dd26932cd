import type { Actor } from '@/lib/domain/actor';
import { findMentions } from '@/lib/domain/mention';
import type { MembershipRow } from '@/server/repositories/people';

/** People that a text mentions, and mentions that match no person. */
export interface ToldPeople {
  readonly userIds: readonly string[];
  readonly unknown: readonly string[];
}

/** Only people of this workspace who can still sign in, and not the writer. */
export function toldPeople(
  body: string,
  { userId: writer }: Pick<Actor, 'userId'>,
  members: readonly MembershipRow[],
): ToldPeople {
  const people = members
    .filter(({ user }) => user.disabledAt === null)
    .map(({ userId, user }) => ({ userId, name: user.name, email: user.email }));
  const found = findMentions(body, people);
  const told = new Set(found.flatMap(({ userIds }) => userIds));
  told.delete(writer ?? '');
  const unknown = found.filter(({ userIds }) => userIds.length === 0);
  return {
    userIds: [...told],
    unknown: [...new Set(unknown.map(({ start, end }) => body.slice(start, end)))],
  };
}
