import type { Role } from '@/lib/domain/actor';
import type { Audience } from '@/lib/domain/workspace-event';
import { may } from './roles';

/** Whom an event is told in the app. Knows nothing of how they are told. */
export interface Hearer {
  readonly userId: string;
  /** As audit entries have it: the e-mail address. */
  readonly name: string;
  readonly role: Role;
  readonly isActive: boolean;
}

/** Addressed members of the workspace who can still sign in, without the one who acted. */
export function hearersOf(
  { audience, actor }: { readonly audience: Audience; readonly actor: string },
  members: readonly Hearer[],
): readonly Hearer[] {
  return members.filter((each) => each.isActive && each.name !== actor && isMeant(audience, each));
}

function isMeant(audience: Audience, { userId, name, role }: Hearer): boolean {
  switch (audience.kind) {
    case 'team':
      return may(role, 'revert');
    case 'reviewers':
      return may(role, 'review') && !audience.authors.includes(name);
    case 'named':
      return audience.names.includes(name);
    case 'people':
      return audience.userIds.includes(userId);
  }
}
