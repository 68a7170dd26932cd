import type { PersonView } from '@/lib/contracts/people';
import { may } from '@/lib/policy/roles';

type Person = Pick<PersonView, 'id' | 'role' | 'disabledAt'>;

/** Whether the workspace has another account that may approve what this one puts forward; authors are not known here. */
export const hasOtherApprover = (people: readonly Person[], userId: string | null): boolean =>
  people.some(({ id, role, disabledAt }) => id !== userId && disabledAt === null && may(role, 'review'));
