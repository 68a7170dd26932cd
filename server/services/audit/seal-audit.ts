import { CHAIN_START, chained } from '@/lib/canary/audit-chain';
import type { ChainHead } from '@/lib/domain/audit-record';
import { db } from '@/server/db/client';
import {
  addSeals,
  findHead,
  lastSealedId,
  listUnsealed,
  listWorkspaceIds,
  lockChain,
} from '@/server/repositories/audit-log';

/**
 * Links the entries of the audit log into its chain (lib/canary/audit-chain). Not where they are written: every
 * transaction of a workspace would wait for the one before it. So the order is that of sealing, and an entry whose
 * transaction came late is sealed later. A change before sealing cannot be detected: hence every few seconds.
 */
const BATCH = 500;
/** How far behind the newest sealed entry a late one is looked for each time; before a check all are. */
const LATE = 10_000n;

/** The head afterwards. `recent` is what the worker does, `all` what goes before a check or an export. */
export async function sealAudit(workspaceId: string, reach: 'recent' | 'all'): Promise<ChainHead> {
  let after: bigint | null = reach === 'all' ? 0n : null;
  for (;;) {
    const sealed = await sealBatch(workspaceId, after);
    if (sealed.isLast) return sealed.head;
    after = sealed.after;
  }
}

interface SealedBatch {
  readonly head: ChainHead;
  readonly after: bigint;
  readonly isLast: boolean;
}

async function sealBatch(workspaceId: string, from: bigint | null): Promise<SealedBatch> {
  return db().$transaction(async (tx) => {
    await lockChain(workspaceId, tx);
    let head = (await findHead(workspaceId, tx)) ?? CHAIN_START;
    const after = from ?? ((await lastSealedId(workspaceId, tx)) ?? 0n) - LATE;
    const entries = await listUnsealed(workspaceId, { after, limit: BATCH }, tx);
    const seals = entries.map(({ id, record }) => {
      const { seq, previousHash, hash } = chained(head, record);
      head = { seq, hash };
      return { seq, previousHash, hash, entryId: id };
    });
    await addSeals(workspaceId, seals, tx);
    return { head, after: entries.at(-1)?.id ?? after, isLast: entries.length < BATCH };
  });
}

/** For the worker: the recent entries of every workspace. */
export async function sealEverywhere(): Promise<void> {
  for (const workspaceId of await listWorkspaceIds()) await sealAudit(workspaceId, 'recent');
}
