import { diffLines } from 'diff';
import type { CanaryEvidence } from '@/lib/contracts/canary-evidence';
import { canonicalHash } from '@/lib/domain/content-hash';
import { authorize } from '@/lib/policy/roles';
import type { Prisma, ServedPrompt } from '@/server/db/generated/client';
import {
  type EvidenceCanary,
  findLastLook,
  findReportOf,
  findServedPrompt,
  getEvidenceCanary,
  hasRun,
  readPairCounts,
} from '@/server/repositories/evidence';
import { draftOf } from '@/server/repositories/stored-canary';
import { foundInPrompt } from '@/server/services/privacy/check-prompt';
import { readReadiness } from '@/server/services/readiness/read-readiness';

/**
 * What an approval is an approval of, as one value with one hash: the run's newest report, both prompts and what changed
 * between them, the registered plan, the look that the shadow passed with, and the readiness of the run. Everything in
 * it is fixed or bound by a hash, so it changes exactly when one of its parts does. Knows no approver.
 */
export interface Evidence {
  readonly content: CanaryEvidence;
  readonly hash: string;
}

/** The stage whose verdict leads to the approval. */
const STAGE = 'shadow';

export async function buildEvidence(tx: Prisma.TransactionClient, canaryId: string): Promise<Evidence> {
  const canary = await getEvidenceCanary(canaryId, tx);
  const { challenger, workspaceId } = canary;
  const incumbent = await findServedPrompt(canary.incumbentId, tx);
  const runId = await runOf(canary, tx);
  const report = runId === null ? null : await findReportOf(workspaceId, runId, tx);
  const content: CanaryEvidence = {
    canary: { id: canary.id, planHash: canary.planHash, slotId: canary.slotId, slotKind: canary.slot.kind },
    prompts: { incumbent: incumbent && promptOf(incumbent), challenger: promptOf(challenger) },
    difference: differenceOf(incumbent?.text ?? '', challenger.text),
    report: report && { ...report },
    verdict: await verdictOf(canaryId, tx),
    counts: await readPairCounts(canaryId, STAGE, tx),
    readiness: runId === null ? null : await readinessOf(workspaceId, runId),
    ...(await personalDataOf(canary)),
  };
  return { content, hash: canonicalHash(content) };
}

/** Left out where nothing was found, so that the hash of such evidence knows nothing of it. */
async function personalDataOf(canary: EvidenceCanary) {
  const { personalDataReason } = draftOf(canary);
  const found = await foundInPrompt(canary.challenger.text, personalDataReason);
  return found === null ? {} : { personalData: found };
}

/** Null where a person wrote the prompt, or its run is gone. */
async function runOf(
  { workspaceId, challenger: { runId } }: EvidenceCanary,
  tx: Prisma.TransactionClient,
): Promise<string | null> {
  return runId !== null && (await hasRun(workspaceId, runId, tx)) ? runId : null;
}

function promptOf(prompt: ServedPrompt): CanaryEvidence['prompts']['challenger'] {
  const { id, version, sha256, model, params, runId, candidateHash, isPractice } = prompt;
  return { id, version, sha256, model, paramsHash: canonicalHash(params), runId, candidateHash, isPractice };
}

/** The texts are bound by their hashes; this says how much changed, and binds the very lines. */
function differenceOf(before: string, after: string): CanaryEvidence['difference'] {
  const parts = diffLines(before, after).filter(({ added, removed }) => added || removed);
  const count = (kind: 'added' | 'removed') =>
    parts.filter((part) => part[kind]).reduce((sum, part) => sum + part.count, 0);
  const lines = parts.map(({ added, value }) => ({ mark: added ? 'added' : 'removed', value }));
  return { linesAdded: count('added'), linesRemoved: count('removed'), hash: canonicalHash(lines) };
}

async function verdictOf(canaryId: string, tx: Prisma.TransactionClient): Promise<CanaryEvidence['verdict']> {
  const look = await findLastLook(canaryId, STAGE, tx);
  if (look === null) return null;
  const { pairs, discordant, difference, lower, upper, verdict, detail } = look;
  return {
    ...{ look: look.look, kind: verdict, pairs, discordant, difference, lower, upper },
    detail: detail as NonNullable<CanaryEvidence['verdict']>['detail'],
  };
}

/** The lights as they stand, without their numbers, which follow from the runs behind them. */
async function readinessOf(workspaceId: string, runId: string): Promise<CanaryEvidence['readiness']> {
  const reader = {
    workspaceId,
    role: 'viewer',
    name: 'evidence',
    via: 'command',
    userId: null,
    keyId: null,
  } as const;
  const standing = await readReadiness(authorize(reader, 'read'), { runId });
  const { status, lights, blockedBy, waiver } = standing;
  return {
    runId,
    status,
    blockedBy: blockedBy?.code ?? null,
    lights: lights.map(({ name, state, code }) => ({ name, state, code })),
    waiver: waiver && { by: waiver.by, reason: waiver.reason },
  };
}
