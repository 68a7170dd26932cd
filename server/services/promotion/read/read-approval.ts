import { withEvidence } from '@/lib/canary/approval';
import { moveCanary } from '@/lib/canary/canary-moves';
import { approvalsOf } from '@/lib/canary/gate';
import type { ApprovalDecision, ApprovalView } from '@/lib/contracts/approvals';
import type { Actor } from '@/lib/domain/actor';
import type { CanaryFacts, CanaryMove } from '@/lib/domain/canary-state';
import { authorize } from '@/lib/policy/roles';
import { whyNot } from '@/lib/policy/why-not';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import type { ServedPrompt } from '@/server/db/generated/client';
import { type CanaryRow, getCanaryRow } from '@/server/repositories/canaries';
import { findServedPrompt } from '@/server/repositories/evidence';
import { listMemberships } from '@/server/repositories/people';
import { evidenceOf } from '@/server/repositories/stored-canary';
import { approverOf } from './approver';
import { readFacts } from './canary-facts';
import { readAddedUsd } from './challenger-weight';
import { buildEvidence } from './evidence';

/** The evidence to approve, its decisions, and which actions the reader may take or why not. Changes nothing. */
export async function readApproval(
  actor: Actor<'read'>,
  { canaryId }: { readonly canaryId: string },
  clock: Clock,
): Promise<ApprovalView> {
  const row = await getCanaryRow(actor.workspaceId, canaryId);
  const kept = await readFacts(row, db());
  const present = await presentEvidence(row);
  // As it will be once anybody decides: on the evidence of now.
  const facts = present.hash === null ? kept : withEvidence(kept, present.hash);
  const incumbent = await findServedPrompt(row.incumbentId, db());
  const approversNeeded = Math.max(1, facts.plan?.approvers ?? 1);
  return {
    ...{ canaryId, state: row.state, hash: present.hash, evidence: present.content, approversNeeded },
    isOutdated: present.hash !== row.evidenceHash,
    isHeld: facts.isHeld,
    heldOut: facts.heldOut && { ...facts.heldOut },
    confirmation: facts.confirmation && { ...facts.confirmation },
    weight: {
      ...facts.weight,
      addedTokensMax: facts.plan?.addedTokensMax ?? null,
      addedUsd: await readAddedUsd(row, facts.weight),
      learnedAs: learnedAs(row.challenger),
    },
    prompts: { incumbent: incumbent && shown(incumbent), challenger: shown(row.challenger) },
    authors: [...facts.authors],
    approversMissing: Math.max(0, approversNeeded - approvalsOf(facts).length),
    decisions: decisionsOf(row, facts),
    whyNot: await whyNotOf(actor, facts, clock.nowMs()),
  };
}

/** While it waits for approval its parts may still change; afterwards it is what was approved. */
async function presentEvidence(
  row: CanaryRow,
): Promise<{ readonly hash: string | null; readonly content: ApprovalView['evidence'] }> {
  if (row.state !== 'approval') return { hash: row.evidenceHash, content: evidenceOf(row) };
  const { hash, content } = await db().$transaction((tx) => buildEvidence(tx, row.id));
  return { hash, content };
}

function learnedAs({ runId, candidateHash }: CanaryRow['challenger']): ApprovalView['weight']['learnedAs'] {
  return runId === null || candidateHash === null ? null : { runId, hash: candidateHash };
}

function shown({ id, version, sha256, text }: ServedPrompt): ApprovalView['prompts']['challenger'] {
  return { id, version, sha256, text };
}

function decisionsOf({ approvals }: CanaryRow, facts: CanaryFacts): ApprovalDecision[] {
  const newest = new Map(approvals.map(({ userId, id }) => [userId, id]));
  const binding = new Set(approvalsOf(facts));
  return approvals.toReversed().map(({ id, userId, name, decision, hash, note, at }) => ({
    ...{ id: String(id), userId, name, hash, note },
    decision: decision as ApprovalDecision['decision'],
    at: at.toISOString(),
    counts:
      newest.get(userId) === id &&
      hash === facts.evidenceHash &&
      (decision === 'approved' ? binding.has(userId) : facts.isHeld),
  }));
}

/** Reason why each button would be refused. */
async function whyNotOf(actor: Actor, facts: CanaryFacts, nowMs: number): Promise<ApprovalView['whyNot']> {
  const members = await listMemberships(actor.workspaceId);
  // An old sign-in disables no button: a person who presses it is asked for their password.
  const asIfConfirmed = { ...actor, signedInAtMs: nowMs };
  const why = (move: CanaryMove) => whyNot(() => moveCanary(facts, move, asIfConfirmed));
  return {
    approve: why({ kind: 'approve', hash: facts.evidenceHash ?? '', ...approverOf(actor, members, nowMs) }),
    requestChanges: why({ kind: 'requestChanges' }),
    goLive: why({ kind: 'goLive' }),
    comment: whyNot(() => authorize(actor, 'discuss')),
  };
}
