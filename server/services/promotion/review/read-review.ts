import type { ReportReviewView } from '@/lib/contracts/reviews';
import type { Actor } from '@/lib/domain/actor';
import type { ReviewDecision, ReviewStep } from '@/lib/domain/review';
import { canReview, takeReviewStep } from '@/lib/policy/review';
import { authorize } from '@/lib/policy/roles';
import { whyNot } from '@/lib/policy/why-not';
import { momentWords } from '@/lib/report/document/moment';
import type { AuditEntry } from '@/server/db/generated/client';
import { countOpenThreads } from '@/server/repositories/report-comments';
import { listHappenings } from '@/server/repositories/reviews';
import { approverOf } from '@/server/services/promotion/read/approver';
import { candidateOf, type ReviewedFacts, readReviewFacts } from './review-facts';

/** The review of a report for one reader, with the reader's permitted actions and the reasons against the others. */
export async function readReview(
  actor: Actor<'read'>,
  { reportId }: { readonly reportId: string },
): Promise<ReportReviewView> {
  const read = await readReviewFacts(actor, reportId);
  const [happenings, openThreads] = await Promise.all([
    listHappenings(actor.workspaceId, reportId),
    countOpenThreads(reportId),
  ]);
  const { report, facts, newest } = read;
  return {
    reportId,
    kind: report.kind,
    title: report.title,
    version: report.version,
    state: facts.state,
    hash: report.hash,
    newest: { reportId: newest.id, version: newest.version },
    authors: [...facts.authors],
    reviewers: reviewersOf(read),
    candidates: candidatesOf(read),
    whyNot: whyNotOf(read, actor),
    openThreads,
    history: happenings.map(happeningOf),
  };
}

function reviewersOf({ report, facts, members }: ReviewedFacts): ReportReviewView['reviewers'] {
  return report.reviews.map((row) => {
    const user = members.find(({ userId }) => userId === row.userId)?.user;
    const counts = facts.reviewers.some(({ userId, decision }) => userId === row.userId && decision !== null);
    return {
      userId: row.userId,
      name: user?.name ?? 'Former member',
      email: user?.email ?? '',
      decision: counts ? (row.decision as ReviewDecision) : null,
      note: counts ? row.note : null,
      hash: counts ? row.hash : null,
      askedBy: row.askedBy,
      askedAt: row.askedAt.toISOString(),
      decidedAt: counts ? (row.decidedAt?.toISOString() ?? null) : null,
    };
  });
}

function candidatesOf({ members, facts }: ReviewedFacts): ReportReviewView['candidates'] {
  const fits = members.filter((member) => canReview(candidateOf(member), facts));
  return fits.map(({ userId, role, user }) => ({ userId, role, name: user.name, email: user.email }));
}

/** Reason why each button would be refused. A request is judged as if reviewers were named: its dialog names them. */
function whyNotOf({ facts, members }: ReviewedFacts, actor: Actor): ReportReviewView['whyNot'] {
  const people = members.map(candidateOf);
  const nowMs = Date.now();
  const approver = approverOf(actor, members, nowMs);
  const named = facts.reviewers.map(({ userId }) => userId);
  const fit = people.find((person) => canReview(person, facts));
  const willBe = fit ? [{ userId: fit.userId, decision: null, hash: null }] : [];
  const toAsk = facts.reviewers.length > 0 ? facts : { ...facts, reviewers: willBe };
  // An old sign-in disables no button: a person who presses it is asked for their password.
  const asIfConfirmed = { ...actor, signedInAtMs: nowMs };
  const why = (step: ReviewStep, of = facts) => whyNot(() => takeReviewStep(of, step, asIfConfirmed));
  return {
    name: why({ kind: 'name', reviewers: named, people }),
    ask: why({ kind: 'ask' }, toAsk),
    decide: why({ kind: 'decide', decision: 'accepted', note: '', hash: facts.hash, ...approver }),
    reopen: why({ kind: 'reopen' }),
    discuss: whyNot(() => authorize(actor, 'discuss')),
  };
}

function happeningOf({
  id,
  createdAt,
  actor,
  action,
  detail,
}: AuditEntry): ReportReviewView['history'][number] {
  return { id: String(id), at: createdAt.toISOString(), actor, action, detail: wordsOf(detail) };
}

/** Readable parts of an entry; ids are left to the audit log. */
function wordsOf(detail: AuditEntry['detail']): string | null {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return null;
  const { decision, reviewers, hash, section, fromVersion, expiresAt, note } = detail;
  const parts = [
    typeof decision === 'string' ? decision : null,
    Array.isArray(reviewers) ? reviewers.join(', ') : null,
    typeof hash === 'string' ? `content ${hash.slice(0, 12)}` : null,
    typeof section === 'number' ? `section ${section}` : null,
    typeof fromVersion === 'number' ? `from version ${fromVersion}` : null,
    typeof expiresAt === 'string' ? `until ${momentWords(expiresAt)}` : null,
    typeof note === 'string' && note !== '' ? `“${note}”` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}
