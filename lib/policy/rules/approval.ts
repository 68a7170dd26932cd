import type { Rule } from './rule';

/** What every approval takes of the person, whatever is approved: a report, a promotion (rulings C2). */
export const APPROVAL_SIGN_IN_FRESH: Rule = {
  id: 'REV-12',
  title: 'Whoever decides has just proved who they are',
  code: 'SIGN_IN_STALE',
  sentence: 'A decision takes a sign-in or a confirmed password of the last 15 minutes.',
  howToProceed: ['Confirm your password and decide again.', 'Or sign out, sign in and decide again.'],
};

export const APPROVER_WAS_THERE: Rule = {
  id: 'REV-13',
  title: 'Nobody is added to approve',
  code: 'ACCOUNT_TOO_NEW',
  sentence: 'An account that was made after something was put forward may not approve it.',
  howToProceed: ['Have somebody approve it who was in the workspace by then.'],
};

export const APPROVAL_RULES = [APPROVAL_SIGN_IN_FRESH, APPROVER_WAS_THERE] as const satisfies readonly Rule[];
