import { type Mover, moveCanary } from '@/lib/canary/canary-moves';
import { planHash } from '@/lib/canary/registration';
import type { CanaryFacts, CanaryMove } from '@/lib/domain/canary-state';
import type { WorkspaceEvent } from '@/lib/domain/workspace-event';
import { AppError } from '@/lib/errors/app-error';
import { assertOfSlot } from '@/lib/policy/roles';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import {
  addApprovalRow,
  type CanaryRow,
  findCanariesOfSlot,
  lockCanaryRow,
  updateCanaryRow,
} from '@/server/repositories/canaries';
import { settleNotices } from '@/server/repositories/notices';
import { listMemberships } from '@/server/repositories/people';
import { recordAudit } from '@/server/services/audit/record-audit';
import { approverOf } from '@/server/services/promotion/read/approver';
import { readFacts } from '@/server/services/promotion/read/canary-facts';
import { buildEvidence, type Evidence } from '@/server/services/promotion/read/evidence';
import { hoursSince } from '@/server/services/promotion/read/stage-moment';
import { announceMove } from './announce-move';
import { assertAsApproved, assertMayWiden } from './assert-as-approved';
import { moveFlagOf } from './flag-of-canary';
import { MOVE_TRANSACTION, type MoveBy, type MoveRequest, namedActor } from './move-request';
import { movedColumns } from './moved-columns';

/**
 * The one mover of canaries. In one transaction: the row is held, the facts are read, lib/canary/canary-moves decides,
 * and the results are written: the row, the decision, the flag, the audit entry, the notices. Nothing else changes a
 * canary's state, so there is one way to production and it leads through the gate.
 */
type Tx = Prisma.TransactionClient;

export interface Moved {
  readonly canaryId: string;
  readonly before: CanaryFacts;
  readonly after: CanaryFacts;
}

/** @throws AppError with the rule that forbids the move; then nothing is written. */
export function takeMove(canaryId: string, request: MoveRequest, by: MoveBy): Promise<Moved> {
  return db().$transaction((tx) => takeMoveIn(tx, { canaryId, request }, by), MOVE_TRANSACTION);
}

/** The same within a transaction that goes on. */
export async function takeMoveIn(
  tx: Tx,
  { canaryId, request }: { readonly canaryId: string; readonly request: MoveRequest },
  by: MoveBy,
): Promise<Moved> {
  const row = await lockCanaryRow(canaryId, tx);
  assertOwn(row, by.who);
  const before = await readFacts(row, tx);
  const evidence = await evidenceFor(tx, row, request);
  const move = await completeMove(tx, { row, request, evidence, before }, by);
  const after = moveCanary(before, move, by.who);
  if (after.state !== before.state || after.step !== before.step) await makeWay(tx, row, after, by);
  if (request.kind === 'goLive') await assertAsApproved(tx, row);
  if (request.kind === 'advance') await assertMayWiden(tx, row.id);
  if (before.state === 'approval' && after.state !== 'approval') await settleNotices(requestsFor(row), tx);
  await updateCanaryRow(canaryId, movedColumns(row, { request, before, after, evidence }, by), tx);
  await keepWord(tx, row, { request, before }, by);
  await moveFlagOf(tx, row, { before, after }, by);
  await noteMove(tx, row, { request, before, after }, by);
  const told = { canary: row, before, after, move: request, by: namedActor(row, by.who).name };
  await announceMove(tx, { ...told, atMs: by.clock.nowMs() });
  return { canaryId, before, after };
}

/** Canaries of other workspaces and of other slots than a key's are not there. */
function assertOwn(row: CanaryRow, who: Mover): void {
  if (who === 'worker') return;
  assertOfSlot(who, row.slotId);
  if (row.workspaceId !== who.workspaceId)
    throw new AppError('NOT_FOUND', 'This canary does not exist.', { context: { id: row.id } });
}

/** Builds evidence only where a pass is judged, or a request renews it. */
async function evidenceFor(tx: Tx, row: CanaryRow, request: MoveRequest): Promise<Evidence | null> {
  const isPass = request.kind === 'judge' && request.verdict === 'pass' && row.state === 'shadow';
  return isPass || request.kind === 'renewEvidence' ? buildEvidence(tx, row.id) : null;
}

interface Asked {
  readonly row: CanaryRow;
  readonly request: MoveRequest;
  readonly evidence: Evidence | null;
  readonly before: CanaryFacts;
}

async function completeMove(
  tx: Tx,
  { row, request, evidence, before }: Asked,
  { who, clock }: MoveBy,
): Promise<CanaryMove> {
  const evidenceHash = evidence?.hash ?? before.evidenceHash ?? '';
  switch (request.kind) {
    case 'register':
      return { kind: 'register', plan: request.plan, atMs: clock.nowMs() };
    case 'judge':
      return { kind: 'judge', verdict: request.verdict, evidenceHash };
    case 'renewEvidence':
      return { kind: 'renewEvidence', evidenceHash };
    case 'approve': {
      const userId = who === 'worker' ? null : who.userId;
      const members = await listMemberships(row.workspaceId, tx);
      return { kind: 'approve', hash: request.hash, ...approverOf({ userId }, members, clock.nowMs()) };
    }
    case 'advance':
      return { kind: 'advance', elapsedHours: hoursSince(row.stageStartedAt, clock.nowMs()) };
    default:
      return { kind: request.kind };
  }
}

/** A slot has one canary that is live: the one before is history once another goes live. */
async function makeWay(tx: Tx, row: CanaryRow, after: CanaryFacts, { clock }: MoveBy): Promise<void> {
  if (row.state !== 'approval' || (after.state !== 'liveStep' && after.state !== 'watch')) return;
  const live = await findCanariesOfSlot(row.slotId, ['liveStep', 'watch', 'promoted'], tx);
  for (const { id } of live)
    await takeMoveIn(tx, { canaryId: id, request: { kind: 'supersede' } }, { who: 'worker', clock });
}

async function keepWord(
  tx: Tx,
  row: CanaryRow,
  { request, before }: { readonly request: MoveRequest; readonly before: CanaryFacts },
  { who, clock }: MoveBy,
): Promise<void> {
  if (who === 'worker' || (request.kind !== 'approve' && request.kind !== 'requestChanges')) return;
  const decision = request.kind === 'approve' ? 'approved' : 'changesRequested';
  const hash = request.kind === 'approve' ? request.hash : (before.evidenceHash ?? '');
  const about = { canaryId: row.id, userId: who.userId ?? '', name: who.name, at: new Date(clock.nowMs()) };
  await addApprovalRow({ ...about, decision, hash, note: request.note ?? '' }, tx);
  await settleNotices({ ...requestsFor(row), userId: about.userId }, tx);
}

const requestsFor = ({ id }: CanaryRow) => ({
  subject: id,
  kind: 'approval.requested' satisfies WorkspaceEvent['kind'],
});

const SAID: Readonly<Record<CanaryMove['kind'], string>> = {
  amend: 'amended',
  register: 'registered',
  start: 'started',
  judge: 'judged',
  renewEvidence: 'evidenceRenewed',
  approve: 'approved',
  requestChanges: 'changesAsked',
  goLive: 'wentLive',
  advance: 'advanced',
  finishWatch: 'promoted',
  supersede: 'superseded',
  revert: 'reverted',
  withdraw: 'withdrawn',
};

async function noteMove(
  tx: Tx,
  row: CanaryRow,
  taken: { readonly request: MoveRequest; readonly before: CanaryFacts; readonly after: CanaryFacts },
  { who, reason }: MoveBy,
): Promise<void> {
  const { request, before, after } = taken;
  const detail = {
    from: before.state,
    to: after.state,
    step: after.step,
    ...(request.kind === 'judge' ? { verdict: request.verdict } : {}),
    ...(request.kind === 'register' ? { planHash: planHash(request.plan) } : {}),
    ...(request.kind === 'approve' ? { hash: request.hash } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
  await recordAudit(tx, namedActor(row, who), `canary.${SAID[request.kind]}`, row.id, detail);
}
