import type { AuditLine, ListAuditInput } from '@/lib/contracts/audit-log';
import type { Actor } from '@/lib/domain/actor';
import { canonicalJson } from '@/lib/domain/content-hash';
import { listAuditRows, listChained } from '@/server/repositories/audit-log';
import { sealAudit } from './seal-audit';

/** The audit log as its readers see it, and as a file whose chain anybody can follow without Waggle. */
const PAGE = 1000;

export async function listAudit(
  actor: Actor<'review'>,
  { cursor, limit, action, subject, actor: by }: ListAuditInput,
): Promise<{ items: AuditLine[]; nextCursor: string | null }> {
  const before = cursor === undefined ? undefined : BigInt(cursor);
  const rows = await listAuditRows(actor.workspaceId, { action, subject, actor: by, before, limit });
  const items = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? String(items.at(-1)?.id) : null;
  return {
    items: items.map((row) => ({
      ...{ id: String(row.id), seq: row.seq, actor: row.actor, action: row.action, subject: row.subject },
      detail: row.detail as AuditLine['detail'],
      at: row.createdAt.toISOString(),
    })),
    nextCursor,
  };
}

/** One line an entry, oldest first, each with its link: JSON with sorted keys, the form that the hash is made of. */
export async function exportAudit(
  actor: Actor<'review'>,
): Promise<{ filename: string; lines: AsyncIterable<string> }> {
  const head = await sealAudit(actor.workspaceId, 'all');
  return { filename: `audit-to-${head.seq}.jsonl`, lines: linesTo(actor.workspaceId, head.seq) };
}

async function* linesTo(workspaceId: string, last: number): AsyncGenerator<string> {
  for (let after = 0; after < last; ) {
    const page = await listChained(workspaceId, { after, limit: PAGE });
    for (const record of page) if (record.seq <= last) yield `${canonicalJson(record)}\n`;
    const end = page.at(-1)?.seq;
    if (end === undefined) return;
    after = end;
  }
}
