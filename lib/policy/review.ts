import type { Actor } from '@/lib/domain/actor';
import type { ReviewCandidate, ReviewFacts, ReviewState, ReviewStep } from '@/lib/domain/review';
import { assertSignedInRecently, assertWasThere, wasThere } from './approving';
import { authorize } from './roles';
import { APPROVER_WAS_THERE } from './rules/approval';
import {
  REJECTION_HAS_NOTE,
  REVIEW_BY_ASKED,
  REVIEW_BY_AUTHOR,
  REVIEW_BY_PERSON,
  REVIEW_NEEDS_REVIEWERS,
  REVIEW_OF_HASH,
  REVIEW_OF_NEWEST,
  REVIEW_STEP_IN_ORDER,
  REVIEWER_FITS,
} from './rules/review';
import { refusal } from './rules/rule';
import { assertScalable } from './speedup-conditions';

/**
 * The review of a plan or report as a state machine:
 *
 *     draft --ask--> inReview --all accept--> accepted
 *                             --one rejects--> rejected
 *     inReview, accepted, rejected --reopen--> draft
 *
 * Reviewers are named in a draft; while a review is under way they can only be added, since an author could otherwise remove
 * a reviewer who disagrees and so be accepted. A decision binds the hash of what was read. Pure: the service reads the facts
 * under a lock and writes what comes back. A report that says a speedup is neither asked about nor accepted while one of
 * its conditions fails.
 */
type Who = Actor;

/** @throws AppError with the rule that refuses the step. */
export function takeReviewStep(facts: ReviewFacts, step: ReviewStep, who: Who): ReviewFacts {
  if (!facts.isNewest) throw refusal(REVIEW_OF_NEWEST);
  authorize(who, step.kind === 'decide' ? 'review' : 'discuss');
  if (step.kind === 'name') return nameReviewers(facts, step);
  if (step.kind === 'ask') return ask(facts);
  if (step.kind === 'decide') return decide(facts, step, who);
  return reopen(facts, who);
}

/**
 * Where a state holds only for the content that was decided on. A report whose content no longer has the hash that its
 * reviewers accepted is not accepted, whatever the row says.
 */
export function standingState(facts: Pick<ReviewFacts, 'state' | 'hash' | 'reviewers'>): ReviewState {
  if (facts.state !== 'accepted' && facts.state !== 'rejected') return facts.state;
  const decided = facts.reviewers.filter(({ decision }) => decision !== null);
  const binds = decided.length > 0 && decided.every(({ hash }) => hash === facts.hash);
  return binds ? facts.state : 'draft';
}

/**
 * How a new version begins. Nothing that was decided carries over; a review under way goes on with the same people, so
 * that no reviewer is asked again for a correction that they requested themselves.
 */
export function reviewOfNewVersion(before: ReviewFacts, hash: string): ReviewFacts {
  const reviewers = before.reviewers.map(({ userId }) => undecided(userId));
  return {
    ...before,
    hash,
    isNewest: true,
    askedAtMs: null,
    reviewers,
    state: before.state === 'inReview' && reviewers.length > 0 ? 'inReview' : 'draft',
  };
}

/** True where this person could be asked, or added to a review that is under way. */
export function canReview(
  person: ReviewCandidate,
  { authors, askedAtMs }: Pick<ReviewFacts, 'authors' | 'askedAtMs'>,
): boolean {
  return isFit(person, authors) && isOldEnough(person, askedAtMs);
}

function isFit(person: ReviewCandidate, authors: readonly string[]): boolean {
  return person.mayReview && person.isActive && !authors.includes(person.name);
}

function isOldEnough({ memberSinceMs }: ReviewCandidate, askedAtMs: number | null): boolean {
  return wasThere({ memberSinceMs, putForwardAtMs: askedAtMs });
}

function nameReviewers(facts: ReviewFacts, step: ReviewStep & { kind: 'name' }): ReviewFacts {
  const wanted = [...new Set(step.reviewers)];
  const faultsOf = (isUnfit: (person: ReviewCandidate | undefined) => boolean) =>
    wanted.flatMap((userId, index) => {
      const person = step.people.find((each) => each.userId === userId);
      const message = `${person?.name ?? userId} cannot review this report.`;
      return isUnfit(person) ? [{ path: `reviewers.${index}`, message }] : [];
    });
  const own = faultsOf((person) => person !== undefined && facts.authors.includes(person.name));
  if (own.length > 0) throw refusal(REVIEW_BY_AUTHOR, { fields: own });
  const unfit = faultsOf((person) => person === undefined || !isFit(person, facts.authors));
  if (unfit.length > 0) throw refusal(REVIEWER_FITS, { fields: unfit });
  const dropped = facts.reviewers.some(({ userId }) => !wanted.includes(userId));
  if (facts.state !== 'draft' && (facts.state !== 'inReview' || dropped)) {
    throw refusal(REVIEW_STEP_IN_ORDER, {
      found: 'While a review is under way reviewers can only be added; after a decision they stay.',
      howToProceed: ['Take the report back to draft, then change its reviewers.'],
    });
  }
  const known = new Map(facts.reviewers.map((reviewer) => [reviewer.userId, reviewer]));
  const late = faultsOf(
    (person) => person !== undefined && !known.has(person.userId) && !isOldEnough(person, facts.askedAtMs),
  );
  if (late.length > 0) throw refusal(APPROVER_WAS_THERE, { fields: late });
  return { ...facts, reviewers: wanted.map((userId) => known.get(userId) ?? undecided(userId)) };
}

function ask(facts: ReviewFacts): ReviewFacts {
  if (facts.state !== 'draft')
    throw refusal(REVIEW_STEP_IN_ORDER, { found: 'A review is asked for from a draft.' });
  if (facts.reviewers.length === 0) throw refusal(REVIEW_NEEDS_REVIEWERS);
  assertScalable(facts.conditions ?? []);
  return { ...facts, state: 'inReview', reviewers: facts.reviewers.map(({ userId }) => undecided(userId)) };
}

function decide(facts: ReviewFacts, step: ReviewStep & { kind: 'decide' }, who: Who): ReviewFacts {
  if (facts.state !== 'inReview')
    throw refusal(REVIEW_STEP_IN_ORDER, { found: 'A decision is taken while a review is under way.' });
  if (step.hash !== facts.hash) throw refusal(REVIEW_OF_HASH, { fields: [hashFault(facts.hash)] });
  if (step.decision === 'rejected' && step.note.trim() === '')
    throw refusal(REJECTION_HAS_NOTE, {
      fields: [{ path: 'note', message: 'Say what has to change.' }],
    });
  const { userId } = who;
  if (who.via !== 'session' || userId === null) throw refusal(REVIEW_BY_PERSON);
  if (facts.authors.includes(who.name)) throw refusal(REVIEW_BY_AUTHOR);
  if (!facts.reviewers.some((reviewer) => reviewer.userId === userId)) throw refusal(REVIEW_BY_ASKED);
  if (step.decision === 'accepted') assertScalable(facts.conditions ?? []);
  if (step.decision === 'accepted')
    assertWasThere({ memberSinceMs: step.memberSinceMs, putForwardAtMs: facts.askedAtMs });
  // Last, so that a password is asked for only where it decides.
  assertSignedInRecently(who, step.nowMs);
  const mine = { userId, decision: step.decision, hash: step.hash };
  const reviewers = facts.reviewers.map((reviewer) => (reviewer.userId === userId ? mine : reviewer));
  return { ...facts, reviewers, state: outcomeOf(reviewers) };
}

function reopen(facts: ReviewFacts, who: Who): ReviewFacts {
  if (who.via !== 'session') throw refusal(REVIEW_BY_PERSON);
  if (facts.state === 'draft')
    throw refusal(REVIEW_STEP_IN_ORDER, { found: 'The report is a draft already.' });
  return { ...facts, state: 'draft', reviewers: facts.reviewers.map(({ userId }) => undecided(userId)) };
}

/** One rejection closes the review; an acceptance takes everybody who was asked. */
function outcomeOf(reviewers: ReviewFacts['reviewers']): ReviewState {
  if (reviewers.some(({ decision }) => decision === 'rejected')) return 'rejected';
  return reviewers.every(({ decision }) => decision === 'accepted') ? 'accepted' : 'inReview';
}

function undecided(userId: string): ReviewFacts['reviewers'][number] {
  return { userId, decision: null, hash: null };
}

function hashFault(hash: string) {
  return { path: 'hash', message: `The report has the hash ${hash}.` };
}
