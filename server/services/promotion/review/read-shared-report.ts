import type { ReportDocument } from '@/lib/domain/report-document';
import type { ReviewDecision, ReviewState, SharedReport } from '@/lib/domain/review';
import { AppError } from '@/lib/errors/app-error';
import { standingState } from '@/lib/policy/review';
import { withoutEmails } from '@/lib/report/document/without-emails';
import { hashShareSecret } from '@/server/accounts/share-secret';
import { findOpenShare, type SharedRow, touchShare } from '@/server/repositories/report-shares';
import { newestVersion } from '@/server/repositories/reviews';
import { reviewedDocument } from './reviewed-document';

/**
 * One version of a report for a reader without an account, without the addresses of people. Unknown, expired and
 * revoked links give the same sentence, so that a stranger learns nothing from the difference.
 */
const NO_REPORT =
  'This link leads to no report: it has expired, was revoked or is incomplete. Ask the sender for a new one.';

/** @throws AppError NOT_FOUND */
export async function readSharedReport(secret: string): Promise<SharedReport> {
  const now = new Date();
  const secretHash = hashShareSecret(secret);
  const share = secretHash === null ? null : await findOpenShare(secretHash, now);
  if (share === null) throw new AppError('NOT_FOUND', NO_REPORT);
  await touchShare(share.id, now);
  const { report } = share;
  const reviewers = report.reviews.map(({ userId, decision, hash }) => ({
    userId,
    decision: decision as ReviewDecision | null,
    hash,
  }));
  const state = standingState({ state: report.state as ReviewState, hash: report.hash, reviewers });
  return withoutEmails({
    title: report.title,
    version: report.version,
    isNewest: (await newestVersion(report)).id === report.id,
    state,
    hash: report.hash,
    createdAt: report.createdAt.toISOString(),
    expiresAt: share.expiresAt.toISOString(),
    document: reviewedDocument(documentIn(report), { state, createdAt: report.createdAt }),
  });
}

const documentIn = ({ content }: SharedRow['report']) =>
  (content as unknown as { readonly document: ReportDocument }).document;
