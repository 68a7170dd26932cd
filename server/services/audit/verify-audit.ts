import { CHAIN_START, type ChainCheck, verifyChain } from '@/lib/canary/audit-chain';
import type { AuditCheck } from '@/lib/contracts/audit-log';
import type { Actor } from '@/lib/domain/actor';
import type { ChainedRecord, ChainHead } from '@/lib/domain/audit-record';
import { findHead, findSealHash, listChained } from '@/server/repositories/audit-log';
import { sealAudit } from './seal-audit';

/** Follows the audit log's chain, by the page, and names the first entry that is not what was written. */
const PAGE = 1000;

interface Wanted {
  /** A head noted earlier: its hash must be unchanged, and the check begins after it. */
  readonly from?: ChainHead | undefined;
}

export async function verifyAudit(actor: Actor<'review'>, { from }: Wanted): Promise<AuditCheck> {
  const { workspaceId } = actor;
  await sealAudit(workspaceId, 'all');
  const begin = from ?? CHAIN_START;
  if (from !== undefined) {
    const moved = await whatMoved(workspaceId, from);
    if (moved !== null) return { ...moved, checked: 0, entry: null, head: null };
  }
  let head = begin;
  for (;;) {
    const page = await listChained(workspaceId, { after: head.seq, limit: PAGE });
    const check = verifyChain(page, { from: head });
    if (!check.isWhole) return brokenAt(check, page, begin);
    head = check.head;
    if (page.length < PAGE) return whole(begin, head);
  }
}

/** Null where the noted head is unchanged. The check's `expected` says the rest. */
async function whatMoved(workspaceId: string, from: ChainHead): Promise<Broken | null> {
  const hash = from.seq === 0 ? CHAIN_START.hash : await findSealHash(workspaceId, from.seq);
  if (hash === from.hash) return null;
  const end = (await findHead(workspaceId)) ?? CHAIN_START;
  const sentence =
    hash === null
      ? `The audit log is broken: it ends at ${end.seq}, and entry ${from.seq} was written down.`
      : `The audit log is broken: entry ${from.seq} has another hash than was written down.`;
  return { isWhole: false, brokenAt: hash === null ? end.seq + 1 : from.seq, why: 'end', sentence };
}

type Broken = Extract<ChainCheck, { isWhole: false }>;

function brokenAt(check: Broken, page: readonly ChainedRecord[], begin: ChainHead): AuditCheck {
  const found = page.find(({ seq }) => seq === check.brokenAt)?.entry;
  const entry =
    found === undefined || found.action === ''
      ? null
      : {
          actor: found.actor,
          action: found.action,
          subject: found.subject,
          at: new Date(found.atMs).toISOString(),
        };
  return { ...check, checked: check.brokenAt - 1 - begin.seq, head: null, entry };
}

function whole(begin: ChainHead, head: ChainHead): AuditCheck {
  const checked = head.seq - begin.seq;
  const sentence =
    checked === 0
      ? `The audit log ends at entry ${head.seq}, as it was written down.`
      : `Entries ${begin.seq + 1} to ${head.seq} are as they were written. Write down ${head.seq}:${head.hash} to check from there.`;
  return {
    isWhole: true,
    sentence,
    head: { ...head },
    checked,
    brokenAt: null,
    why: null,
    entry: null,
  };
}
