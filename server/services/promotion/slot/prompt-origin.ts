import type { AddPromptInput } from '@/lib/contracts/slot-prompts';
import type { Actor } from '@/lib/domain/actor';
import { contentHash } from '@/lib/domain/content-hash';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunKind } from '@/lib/domain/run';
import { candidatesWithin, type PromptAsMeasured } from '@/lib/methods/prompt-as-measured';
import { assertProven } from '@/lib/policy/agents';
import { assertPromotable } from '@/lib/policy/exploratory';
import type { Prisma } from '@/server/db/generated/client';
import { authorsOf, withKeyMakers } from '@/server/repositories/authors';
import { getRunRow } from '@/server/repositories/runs';
import {
  findLearnedCandidate,
  findSameText,
  getServedPromptRow,
  type ServedPromptListRow,
} from '@/server/repositories/served-prompts';
import { getCandidate } from '@/server/services/runs/read-ledger';

/**
 * Where a version comes from: its run and candidate, whether practice taught it, and everybody who made it (rulings C2,
 * P4). A candidate is served as it was measured, inside its instructions, with the model and the parameters of the
 * measurement. Writing down by hand what a run has learned, with or without its instructions, does not wash that off:
 * the text brings its origin with it, and so does the version that was edited. Only the text as measured, byte for
 * byte, names a candidate, since only that text has the candidate's score.
 */
export interface PromptOrigin {
  readonly text: string;
  readonly model: string | null;
  readonly params: Prisma.InputJsonObject;
  readonly runId: string | null;
  readonly candidateHash: string | null;
  readonly isPractice: boolean;
  readonly authors: string[];
}

type Tx = Prisma.TransactionClient;
type Learned = { readonly runId: string; readonly candidateHash: string };

export async function originOf(
  actor: Actor<'read'>,
  input: AddPromptInput & { readonly slotId: string },
  tx: Tx,
): Promise<PromptOrigin> {
  if (input.source === 'run') {
    const measured = await measuredBy(actor, input, tx);
    const { model = measured.model, params = measured.params } = input;
    const candidate = { text: measured.text, model, params: params as Prisma.InputJsonObject };
    return withOthers(actor, { ...candidate, ...(await originOfRun(actor, input, tx)) }, tx);
  }
  const { text, basedOn, slotId, model, params } = input;
  const sent = { text, model, params: params as Prisma.InputJsonObject };
  const base = basedOn === null ? null : await getServedPromptRow(slotId, basedOn, tx);
  const hashes = candidatesWithin(text).map(contentHash);
  const found = await findLearnedCandidate(actor.workspaceId, hashes, tx);
  if (found !== null) {
    const learned = await originOfRun(actor, found, tx);
    const isExact = (await measuredBy(actor, found, tx)).text === text;
    const candidateHash = isExact ? found.candidateHash : null;
    return withOthers(actor, merged({ ...sent, ...learned, candidateHash }, base ? [base] : []), tx);
  }
  const authors = await withKeyMakers(actor.workspaceId, [actor.name], tx);
  // A hand edit of what a run has learned keeps the run, but is none of its candidates.
  const written = { ...sent, runId: base?.runId ?? null, candidateHash: null, isPractice: false, authors };
  return withOthers(actor, merged(written, base === null ? [] : [base]), tx);
}

async function originOfRun({ workspaceId, name }: Actor, { runId, candidateHash }: Learned, tx: Tx) {
  const { experimentId, practice, manifest, kind } = await getRunRow(workspaceId, runId, tx);
  await assertLearnedWithGo(workspaceId, { runId, candidateHash, kind }, tx);
  assertProven(manifest.agent);
  const authors = await authorsOf({ workspaceId, experimentId, runId, createdBy: name }, tx);
  return { runId, candidateHash, isPractice: practice, authors };
}

/** Measuring an exploratory prompt again, in a run of kind `evaluation`, does not make it promotable. */
async function assertLearnedWithGo(
  workspaceId: string,
  { runId, candidateHash, kind }: Learned & { readonly kind: RunKind },
  tx: Tx,
): Promise<void> {
  assertPromotable({ kind });
  if (kind !== 'evaluation') return;
  const learned = await findLearnedCandidate(workspaceId, [candidateHash], tx);
  if (learned !== null && learned.runId !== runId)
    assertPromotable(await getRunRow(workspaceId, learned.runId, tx));
}

/** The system message of the measurements, or the agent's component, with what was sent along with it. */
async function measuredBy(actor: Actor<'read'>, { runId, candidateHash }: Learned, tx: Tx) {
  const { asMeasured } = await getCandidate(actor, { runId, hash: candidateHash });
  const manifest = (await getRunRow(actor.workspaceId, runId, tx)).manifest;
  return { text: asMeasured.text, ...sentWith(asMeasured, manifest) };
}

/**
 * The limit of a reply is left to the caller: providers name it differently, and a lower one only cuts a reply off.
 * An agent chooses what it sends to its model; an artefact was sent to none.
 */
function sentWith({ readBy, questionForm, responseFormat }: PromptAsMeasured, { models }: RunManifest) {
  const { model, temperature } = models.serving;
  if (readBy !== 'model') return { model: readBy === 'agent' ? model : null, params: {} };
  return { model, params: { temperature, response_format: responseFormat, question_form: questionForm } };
}

/** With what is known of the same text in any slot of the workspace. */
async function withOthers({ workspaceId }: Actor, origin: PromptOrigin, tx: Tx): Promise<PromptOrigin> {
  const same = await findSameText(workspaceId, contentHash(origin.text), tx);
  const learned = same.find(({ candidateHash }) => candidateHash !== null);
  const named =
    origin.candidateHash === null && learned
      ? { ...origin, runId: learned.runId, candidateHash: learned.candidateHash }
      : origin;
  return merged(named, same);
}

function merged(
  origin: PromptOrigin,
  others: readonly Pick<ServedPromptListRow, 'isPractice' | 'authors'>[],
): PromptOrigin {
  return {
    ...origin,
    isPractice: origin.isPractice || others.some(({ isPractice }) => isPractice),
    authors: [...new Set([...origin.authors, ...others.flatMap(({ authors }) => authors)])],
  };
}
