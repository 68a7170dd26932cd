import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import { lockCanaryRow } from '@/server/repositories/canaries';
import { buildEvidence } from '@/server/services/promotion/read/evidence';
import { takeMoveIn } from './move-canary';
import { MOVE_TRANSACTION } from './move-request';

/**
 * Where a part of the evidence has changed since it was put before the approvers, it is put before them anew and what
 * was approved counts no more. Asked before anybody approves and before anything goes live.
 */
export async function renewIfChanged(canaryId: string, clock: Clock): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const { state, evidenceHash } = await lockCanaryRow(canaryId, tx);
    if (state !== 'approval') return false;
    if ((await buildEvidence(tx, canaryId)).hash === evidenceHash) return false;
    await takeMoveIn(tx, { canaryId, request: { kind: 'renewEvidence' } }, { who: 'worker', clock });
    return true;
  }, MOVE_TRANSACTION);
}
