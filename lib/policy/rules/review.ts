import type { Rule } from './rule';

/** Refusals of a report's review, in words. Roles decide separately who may act at all. */
export const REVIEW_BY_AUTHOR: Rule = {
  id: 'REV-1',
  title: 'Authors cannot review their own work',
  code: 'REVIEW_OWN_WORK',
  sentence: 'Authors of the report, its run or its experiment may not decide on it.',
  howToProceed: ['Name another person as a reviewer and request the review.'],
};

export const REVIEW_BY_PERSON: Rule = {
  id: 'REV-2',
  title: 'A person decides',
  code: 'PERSON_REQUIRED',
  sentence: 'A decision on a report takes a signed-in person; an API key or a command may not decide.',
  howToProceed: ['Sign in and decide on the page of the report.'],
};

export const REVIEW_OF_HASH: Rule = {
  id: 'REV-3',
  title: 'A decision binds the content',
  code: 'REVIEW_HASH_STALE',
  sentence: 'The decision names another content than the report has now, so it was not taken.',
  howToProceed: ['Load the report again, read what changed, and decide under the hash that it shows.'],
};

export const REVIEW_NEEDS_REVIEWERS: Rule = {
  id: 'REV-4',
  title: 'A review needs a reviewer',
  code: 'REVIEWERS_MISSING',
  sentence: 'No named reviewer can decide, so the review cannot be requested.',
  howToProceed: ['Name at least one owner or reviewer who is not an author of the report.'],
};

export const REVIEWER_FITS: Rule = {
  id: 'REV-5',
  title: 'A reviewer can decide',
  code: 'REVIEWER_UNFIT',
  sentence:
    'A reviewer is an active owner or reviewer of this workspace and no author of the report, its run or its experiment.',
  howToProceed: [
    'Choose from the people that the review offers, or ask an owner to give a person the role reviewer.',
  ],
};

export const REVIEW_BY_ASKED: Rule = {
  id: 'REV-6',
  title: 'Who was asked decides',
  code: 'REVIEW_NOT_ASKED',
  sentence: 'Only the people who were asked for this review decide on it.',
  howToProceed: ['Have yourself named as a reviewer first.'],
};

export const REVIEW_STEP_IN_ORDER: Rule = {
  id: 'REV-7',
  title: 'One step after the other',
  code: 'STATE_CONFLICT',
  sentence: 'The review is not where this step begins.',
  howToProceed: ['Load the report again and go on from its present state.'],
};

export const REVIEW_OF_NEWEST: Rule = {
  id: 'REV-8',
  title: 'Only the newest version is reviewed',
  code: 'REPORT_SUPERSEDED',
  sentence: 'There is a newer version of this report, and only that one can be reviewed.',
  howToProceed: ['Open the newest version and go on there.'],
};

export const REJECTION_HAS_NOTE: Rule = {
  id: 'REV-9',
  title: 'A rejection says why',
  code: 'INPUT_INVALID',
  sentence: 'A rejection needs a note that says what has to change.',
  howToProceed: ['Write the note and decide again.'],
};

export const COMMENT_IS_OWN: Rule = {
  id: 'REV-10',
  title: 'Words stay their author’s',
  code: 'COMMENT_NOT_YOURS',
  sentence: 'Only its author may change or delete a comment.',
  howToProceed: ['Reply to the comment instead, or resolve its thread.'],
};

export const COMMENT_FITS_THREAD: Rule = {
  id: 'REV-11',
  title: 'A reply belongs to a thread',
  code: 'STATE_CONFLICT',
  sentence:
    'A comment that was deleted cannot be changed, and only the first comment of a thread can be answered or resolved.',
  howToProceed: ['Load the comments again and answer the first comment of the thread.'],
};

export const REVIEW_RULES = [
  REVIEW_BY_AUTHOR,
  REVIEW_BY_PERSON,
  REVIEW_OF_HASH,
  REVIEW_NEEDS_REVIEWERS,
  REVIEWER_FITS,
  REVIEW_BY_ASKED,
  REVIEW_STEP_IN_ORDER,
  REVIEW_OF_NEWEST,
  REJECTION_HAS_NOTE,
  COMMENT_IS_OWN,
  COMMENT_FITS_THREAD,
] as const satisfies readonly Rule[];
