import type { Actor } from '@/lib/domain/actor';
import type { ReviewCandidate, ReviewDecision, ReviewFacts, ReviewState } from '@/lib/domain/review';
import { standingState } from '@/lib/policy/review';
import { may } from '@/lib/policy/roles';
import type { Prisma } from '@/server/db/generated/client';
import { type Authored, authorsOf } from '@/server/repositories/authors';
import { listMemberships, type MembershipRow } from '@/server/repositories/people';
import {
  findSpeedupSaidOf,
  getReviewedReport,
  newestVersion,
  type ReviewedReport,
} from '@/server/repositories/reviews';
import { getRunRow } from '@/server/repositories/runs';
import { readRunConditions } from '@/server/services/diagnoses/run-conditions';
import { memberSince } from '@/server/services/promotion/read/approver';

/** From rows to what the rules of a review speak of. */
export interface ReviewedFacts {
  readonly report: ReviewedReport;
  readonly newest: { readonly id: string; readonly version: number };
  readonly facts: ReviewFacts;
  readonly members: readonly MembershipRow[];
}

export async function readReviewFacts(
  actor: Pick<Actor, 'workspaceId'>,
  reportId: string,
  tx?: Prisma.TransactionClient,
): Promise<ReviewedFacts> {
  const report = await getReviewedReport(actor.workspaceId, reportId, tx);
  const [newest, authors, members] = [
    await newestVersion(report, tx),
    await authorsOf(workOf(report), tx),
    await listMemberships(actor.workspaceId, tx),
  ];
  const conditions = await conditionsOf(actor.workspaceId, report.id, tx);
  const facts = reviewFactsOf(report, authors, newest.id === report.id);
  return { report, newest, members, facts: { ...facts, ...(conditions ? { conditions } : {}) } };
}

/** Conditions of the run whose speedup a report states; null where it states none. */
async function conditionsOf(workspaceId: string, reportId: string, tx?: Prisma.TransactionClient) {
  const runId = await findSpeedupSaidOf(reportId, tx);
  if (runId === null) return null;
  const { manifest } = await getRunRow(workspaceId, runId);
  return readRunConditions(workspaceId, manifest);
}

/** A report is of a run; a plan is of an experiment that has none. */
function workOf({ workspaceId, experimentId, subjectId, kind, createdBy }: ReviewedReport): Authored {
  return { workspaceId, experimentId, runId: kind === 'report' ? subjectId : null, createdBy };
}

/** Counts a decision on other content than the present one as not made. */
function reviewFactsOf(report: ReviewedReport, authors: readonly string[], isNewest: boolean): ReviewFacts {
  const rows = report.reviews.map(({ userId, decision, hash }) => ({
    userId,
    decision: decision as ReviewDecision | null,
    hash,
  }));
  const reviewers = rows.map((row) =>
    row.hash === report.hash ? row : { ...row, decision: null, hash: null },
  );
  const state = standingState({ state: report.state as ReviewState, hash: report.hash, reviewers: rows });
  return { state, hash: report.hash, isNewest, authors, reviewers, askedAtMs: askedAtOf(report, state) };
}

/**
 * When the review under way was asked for. Asking stamps everybody who is named, and until it is over people are only
 * added, so the first of the stamps is its beginning.
 */
function askedAtOf({ reviews }: ReviewedReport, state: ReviewState): number | null {
  if (state !== 'inReview' || reviews.length === 0) return null;
  return Math.min(...reviews.map(({ askedAt }) => askedAt.getTime()));
}

/** An audit entry, and so an author, has a person by their e-mail address. */
export function candidateOf(membership: MembershipRow): ReviewCandidate {
  const { userId, role, user } = membership;
  return {
    userId,
    name: user.email,
    mayReview: may(role, 'review'),
    isActive: user.disabledAt === null,
    memberSinceMs: memberSince(membership),
  };
}
