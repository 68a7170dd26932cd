import type { ReviewState } from '@/lib/domain/review';
import type { Tone } from './tone';

/** Words of a review page for its states and events. */
export const STATE_WORDS: Readonly<Record<ReviewState, string>> = {
  draft: 'Draft',
  inReview: 'In review',
  accepted: 'Accepted',
  rejected: 'Rejected',
};

export const STATE_TONES: Readonly<Record<ReviewState, Tone>> = {
  draft: 'neutral',
  inReview: 'info',
  accepted: 'good',
  rejected: 'bad',
};

/** One sentence under the state: what it means and what comes next. */
export const STATE_SENTENCES: Readonly<Record<ReviewState, string>> = {
  draft: 'No reviewer was asked yet.',
  inReview: 'The report is accepted once every reviewer accepts; one rejection closes the review.',
  accepted: 'Every reviewer accepted exactly this content. A new version starts a new review.',
  rejected: 'Make a new version, or take it back to draft and say why.',
};

const HAPPENED: Readonly<Record<string, string>> = {
  'review.reviewersNamed': 'named reviewers',
  'review.asked': 'asked for a review',
  'review.decided': 'decided',
  'review.reopened': 'took it back to draft',
  'review.carriedOver': 'made this version; its reviewers came over, their decisions did not',
  'comment.written': 'commented',
  'comment.answered': 'answered a comment',
  'comment.edited': 'changed a comment',
  'comment.deleted': 'deleted a comment',
  'comment.resolved': 'resolved a thread',
  'comment.reopened': 'opened a thread again',
  'share.created': 'made a link to share it',
  'share.revoked': 'revoked a link',
  'report.made': 'made this version',
};

/** Falls back to the name of an action without words of its own. */
export function happenedWords(action: string): string {
  return HAPPENED[action] ?? action;
}

export function sectionWords(section: number | null, headings: readonly string[]): string {
  if (section === null) return 'On the whole';
  return headings[section - 1] ?? `Section ${section}`;
}
