import type { Rule } from './rule';

/** Requirements on the person behind an approval of a report or a promotion (rulings C2). */
export const APPROVAL_SIGN_IN_FRESH: Rule = {
  id: 'REV-12',
  title: 'An approval needs a recent sign-in',
  code: 'SIGN_IN_STALE',
  sentence: 'A decision takes a sign-in or a confirmed password of the last 15 minutes.',
  howToProceed: ['Confirm your password and decide again.', 'Or sign out, sign in and decide again.'],
};

export const APPROVER_WAS_THERE: Rule = {
  id: 'REV-13',
  title: 'New members cannot approve an open request',
  code: 'ACCOUNT_TOO_NEW',
  sentence: 'An account that was made after something was put forward may not approve it.',
  howToProceed: ['Ask a person who was in the workspace by then to approve it.'],
};

export const APPROVAL_RULES = [APPROVAL_SIGN_IN_FRESH, APPROVER_WAS_THERE] as const satisfies readonly Rule[];
