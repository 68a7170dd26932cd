import type {
  DecideReviewInput,
  ReopenReviewInput,
  ReportReviewView,
  RequestReviewInput,
  SetReviewersInput,
} from '@/lib/contracts/reviews';
import type { Actor } from '@/lib/domain/actor';
import type { ReviewFacts } from '@/lib/domain/review';
import { takeReviewStep } from '@/lib/policy/review';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import {
  addReviewers,
  clearDecisions,
  lockReport,
  removeReviewers,
  setReportState,
  stampAsked,
  writeDecision,
} from '@/server/repositories/reviews';
import { recordAudit } from '@/server/services/audit/record-audit';
import { approverOf } from '@/server/services/promotion/read/approver';
import { readReview } from './read-review';
import { candidateOf, type ReviewedFacts, readReviewFacts } from './review-facts';

/** The steps of a review, each under the report's lock with its audit entry. What may happen is decided in lib/policy. */
type Tx = Prisma.TransactionClient;

interface OneReport {
  readonly reportId: string;
}

export async function setReviewers(
  actor: Actor<'discuss'>,
  { reportId, reviewers }: OneReport & SetReviewersInput,
): Promise<ReportReviewView> {
  return underLock(actor, reportId, async (read, tx) => {
    await nameReviewers(actor, read, reviewers, tx);
  });
}

export async function requestReview(
  actor: Actor<'discuss'>,
  { reportId, reviewers }: OneReport & RequestReviewInput,
): Promise<ReportReviewView> {
  return underLock(actor, reportId, async (read, tx) => {
    const facts = reviewers ? await nameReviewers(actor, read, reviewers, tx) : read.facts;
    const next = takeReviewStep(facts, { kind: 'ask' }, actor);
    await clearDecisions(reportId, tx);
    await stampAsked(reportId, actor.name, tx);
    await setReportState(reportId, next.state, tx);
    const names = namesOf(read, next);
    await recordAudit(tx, actor, 'review.asked', reportId, { reviewers: names, hash: next.hash });
  });
}

export async function decideReview(
  actor: Actor<'review'>,
  { reportId, ...decided }: OneReport & DecideReviewInput,
): Promise<ReportReviewView> {
  return underLock(actor, reportId, async ({ facts, members }, tx) => {
    const approver = approverOf(actor, members, Date.now());
    const next = takeReviewStep(facts, { kind: 'decide', ...decided, ...approver }, actor);
    const { decision, hash, note } = decided;
    await writeDecision(reportId, actor.userId ?? '', { decision, hash, note: note || null }, tx);
    await setReportState(reportId, next.state, tx);
    await recordAudit(tx, actor, 'review.decided', reportId, { decision, note, hash, state: next.state });
  });
}

export async function reopenReview(
  actor: Actor<'discuss'>,
  { reportId, note }: OneReport & ReopenReviewInput,
): Promise<ReportReviewView> {
  return underLock(actor, reportId, async ({ facts }, tx) => {
    const next = takeReviewStep(facts, { kind: 'reopen' }, actor);
    await clearDecisions(reportId, tx);
    await setReportState(reportId, next.state, tx);
    await recordAudit(tx, actor, 'review.reopened', reportId, { from: facts.state, note });
  });
}

async function underLock(
  actor: Actor<'read'>,
  reportId: string,
  work: (read: ReviewedFacts, tx: Tx) => Promise<void>,
): Promise<ReportReviewView> {
  await db().$transaction(async (tx) => {
    await lockReport(actor.workspaceId, reportId, tx);
    await work(await readReviewFacts(actor, reportId, tx), tx);
  });
  return readReview(actor, { reportId });
}

async function nameReviewers(
  actor: Actor,
  read: ReviewedFacts,
  reviewers: readonly string[],
  tx: Tx,
): Promise<ReviewFacts> {
  const { facts, members, report } = read;
  const next = takeReviewStep(facts, { kind: 'name', reviewers, people: members.map(candidateOf) }, actor);
  const [before, after] = [facts, next].map((each) => each.reviewers.map(({ userId }) => userId));
  const gone = before?.filter((userId) => !after?.includes(userId)) ?? [];
  const come = after?.filter((userId) => !before?.includes(userId)) ?? [];
  if (gone.length + come.length === 0) return next;
  await removeReviewers(report.id, gone, tx);
  await addReviewers(report.id, come, actor.name, tx);
  await recordAudit(tx, actor, 'review.reviewersNamed', report.id, { reviewers: namesOf(read, next) });
  return next;
}

function namesOf({ members }: ReviewedFacts, { reviewers }: ReviewFacts): string[] {
  return reviewers.map(
    ({ userId }) => members.find((member) => member.userId === userId)?.user.email ?? userId,
  );
}
