import type { Actor } from '@/lib/domain/actor';
import { reviewOfNewVersion } from '@/lib/policy/review';
import type { Prisma } from '@/server/db/generated/client';
import { addReviewers, getReviewedReport, lockReport, setReportState } from '@/server/repositories/reviews';
import { recordAudit } from '@/server/services/audit/record-audit';
import { readReviewFacts } from './review-facts';

/**
 * Called in the transaction that makes a new version of a report: no decision carries over, the people
 * who review do, and a review under way goes on.
 */
export async function carryReviewOver(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { fromId, toId }: { readonly fromId: string; readonly toId: string },
): Promise<void> {
  // A reviewer who decides on the old version meanwhile waits, and then learns that there is a newer one.
  await lockReport(actor.workspaceId, fromId, tx);
  const from = await readReviewFacts(actor, fromId, tx);
  const to = await getReviewedReport(actor.workspaceId, toId, tx);
  const next = reviewOfNewVersion(from.facts, to.hash);
  await addReviewers(
    toId,
    next.reviewers.map(({ userId }) => userId),
    actor.name,
    tx,
  );
  await setReportState(toId, next.state, tx);
  await recordAudit(tx, actor, 'review.carriedOver', toId, {
    fromVersion: from.report.version,
    from: from.facts.state,
    state: next.state,
  });
}
