import { ulid } from 'ulid';
import type { CreateShareInput, ShareView } from '@/lib/contracts/shares';
import type { Actor } from '@/lib/domain/actor';
import { makeShareSecret } from '@/server/accounts/share-secret';
import { db } from '@/server/db/client';
import type { ReportShare } from '@/server/db/generated/client';
import { cutPage, type PageAsked, type PageOf } from '@/server/repositories/keyset';
import {
  createShareRow,
  getShareRow,
  listShareRows,
  revokeShareRow,
} from '@/server/repositories/report-shares';
import { getReviewedReport } from '@/server/repositories/reviews';
import { recordAudit } from '@/server/services/audit/record-audit';

/** Links that share a report: made, listed, revoked. The secret leaves this file once and is nowhere stored. */
const DAY_MS = 24 * 3600 * 1000;

interface OneReport {
  readonly reportId: string;
}

export async function listShares(
  actor: Actor<'discuss'>,
  { reportId, ...page }: OneReport & PageAsked,
): Promise<PageOf<ShareView>> {
  await getReviewedReport(actor.workspaceId, reportId);
  const { items, nextCursor } = cutPage(await listShareRows(reportId, page), page.limit);
  return { items: items.map(shareView), nextCursor };
}

export async function createShare(
  actor: Actor<'discuss'>,
  { reportId, expiresInDays }: OneReport & CreateShareInput,
): Promise<{ readonly share: ShareView; readonly path: string }> {
  const { secret, hash } = makeShareSecret();
  const expiresAt = new Date(Date.now() + expiresInDays * DAY_MS);
  return db().$transaction(async (tx) => {
    await getReviewedReport(actor.workspaceId, reportId, tx);
    const data = { id: `shr_${ulid()}`, reportId, secretHash: hash, createdBy: actor.name, expiresAt };
    const row = await createShareRow(data, tx);
    const detail = { shareId: row.id, expiresAt: expiresAt.toISOString() };
    await recordAudit(tx, actor, 'share.created', reportId, detail);
    return { share: shareView(row), path: `/shared/${secret}` };
  });
}

/** At once; revoking it again changes nothing. */
export async function revokeShare(
  actor: Actor<'discuss'>,
  { reportId, shareId }: OneReport & { readonly shareId: string },
): Promise<ShareView> {
  return db().$transaction(async (tx) => {
    const before = await getShareRow({ workspaceId: actor.workspaceId, reportId, shareId }, tx);
    if (before.revokedAt !== null) return shareView(before);
    const row = await revokeShareRow(shareId, tx);
    await recordAudit(tx, actor, 'share.revoked', reportId, { shareId });
    return shareView(row);
  });
}

function shareView(row: ReportShare): ShareView {
  const isOver = row.expiresAt.getTime() <= Date.now();
  return {
    id: row.id,
    reportId: row.reportId,
    state: row.revokedAt !== null ? 'revoked' : isOver ? 'expired' : 'open',
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
