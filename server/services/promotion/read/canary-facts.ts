import type { CanaryFacts, CanaryState, SlotKind } from '@/lib/domain/canary-state';
import { may } from '@/lib/policy/roles';
import { shownOnHeldOut } from '@/lib/report/claims/shown-on-held-out';
import type { Prisma } from '@/server/db/generated/client';
import { amendersOf, withKeyMakers } from '@/server/repositories/authors';
import type { CanaryRow } from '@/server/repositories/canaries';
import { readMeasuredPrompts } from '@/server/repositories/held-out-scores';
import { listMemberships, type MembershipRow } from '@/server/repositories/people';
import { findRunManifest } from '@/server/repositories/runs';
import { planOf } from '@/server/repositories/stored-canary';
import { confirmationOf } from '@/server/services/evaluations/read-confirmation';
import { readWeight } from './challenger-weight';

/** A canary as the core knows it, out of its rows. Decides nothing. */
type Tx = Prisma.TransactionClient;

export async function readFacts(row: CanaryRow, tx: Tx): Promise<CanaryFacts> {
  return {
    state: row.state as CanaryState,
    slotKind: row.slot.kind as SlotKind,
    isPractice: row.challenger.isPractice,
    plan: planOf(row),
    registeredAtMs: row.registeredAt?.getTime() ?? null,
    step: row.step,
    evidenceHash: row.evidenceHash,
    approvals: approvalsOf(row, await listMemberships(row.workspaceId, tx)),
    isHeld: row.isHeld,
    authors: await authorsOf(row, tx),
    ...(await measuredOf(row)),
    weight: await readWeight(row, tx),
  };
}

/** Counts the newest decision of each person who may still review: those who left or lost the role approve no more. */
function approvalsOf({ approvals }: CanaryRow, members: readonly MembershipRow[]): CanaryFacts['approvals'] {
  const able = new Set(
    members
      .filter(({ role, user }) => may(role, 'review') && user.disabledAt === null)
      .map(({ userId }) => userId),
  );
  const newest = new Map(approvals.map((approval) => [approval.userId, approval]));
  return [...newest.values()]
    .filter(({ decision, userId }) => decision === 'approved' && able.has(userId))
    .map(({ userId, hash }) => ({ userId, hash }));
}

/** Everyone who made the prompt, drafted, amended or registered the canary; for a key also its maker (rulings C2). */
async function authorsOf(row: CanaryRow, tx: Tx): Promise<string[]> {
  const { challenger, createdBy, registeredBy } = row;
  const amenders = await amendersOf(row.workspaceId, row.id, tx);
  const names = [...challenger.authors, challenger.createdBy, createdBy, ...amenders];
  return withKeyMakers(row.workspaceId, registeredBy === null ? names : [...names, registeredBy], tx);
}

/** By the run that learned the prompt; one that a person wrote was measured by none. */
async function measuredOf({ workspaceId, challenger }: CanaryRow) {
  const { runId, candidateHash } = challenger;
  const run = runId === null ? null : await findRunManifest(workspaceId, runId);
  if (run === null || candidateHash === null) return { heldOut: null, confirmation: null };
  const { confirmation: examples } = run.manifest.split.counts;
  const [points, confirmation] = await Promise.all([
    readMeasuredPrompts(run.id),
    examples > 0 ? confirmationOf(workspaceId, { ...run, examples }) : null,
  ]);
  const isOwn = confirmation?.opening?.candidateHash === candidateHash;
  return {
    heldOut: shownOnHeldOut(points, candidateHash, run.manifest),
    confirmation: confirmation && {
      examples,
      gain: (isOwn ? confirmation.result?.difference : null) ?? null,
    },
  };
}
