import type { Actor } from '@/lib/domain/actor';
import type { CanaryFacts, CanaryMove } from '@/lib/domain/canary-state';
import { assertSignedInRecently, assertWasThere } from '@/lib/policy/approving';
import { APPROVAL_OF_HASH, APPROVED_BY_ANOTHER, APPROVED_IN_PERSON } from '@/lib/policy/rules/canary';
import { refusal } from '@/lib/policy/rules/rule';

/**
 * One approval: an owner or reviewer who is signed in, has signed in lately, was there before the registration, and made
 * nothing of what is approved. It binds the hash of the evidence; when that changes, the approval counts no more. Twice
 * from one person is once. Knows no clock: all moments come in.
 */
export type Approve = CanaryMove & { readonly kind: 'approve' };

/** @throws AppError with the rule that forbids it. */
export function withApproval(facts: CanaryFacts, move: Approve, who: Actor): CanaryFacts {
  const { userId } = who;
  if (who.via !== 'session' || userId === null) throw refusal(APPROVED_IN_PERSON);
  if (facts.authors.includes(who.name)) throw refusal(APPROVED_BY_ANOTHER);
  assertWasThere({ memberSinceMs: move.memberSinceMs, putForwardAtMs: facts.registeredAtMs });
  if (move.hash !== facts.evidenceHash || facts.isHeld) {
    const message = `The evidence has the hash ${facts.evidenceHash ?? 'none'}.`;
    throw refusal(APPROVAL_OF_HASH, { fields: [{ path: 'hash', message }] });
  }
  // The last check, so that only an approval that passes all others asks for a password.
  assertSignedInRecently(who, move.nowMs);
  const others = facts.approvals.filter((approval) => approval.userId !== userId);
  return { ...facts, approvals: [...others, { userId, hash: move.hash }] };
}

/** Nothing that was approved stays once the evidence is another; a request for changes is answered by that. */
export function withEvidence(facts: CanaryFacts, evidenceHash: string): CanaryFacts {
  if (evidenceHash === facts.evidenceHash) return facts;
  return { ...facts, evidenceHash, approvals: [], isHeld: false };
}

/** @throws AppError PERSON_REQUIRED */
export function withChangesAsked(facts: CanaryFacts, who: Actor): CanaryFacts {
  if (who.via !== 'session') throw refusal(APPROVED_IN_PERSON);
  return { ...facts, approvals: [], isHeld: true };
}
