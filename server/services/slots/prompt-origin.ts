import type { AddPromptInput } from '@/lib/contracts/slot-prompts';
import type { Actor } from '@/lib/domain/actor';
import { contentHash } from '@/lib/domain/content-hash';
import type { Prisma } from '@/server/db/generated/client';
import { authorsOf, withKeyMakers } from '@/server/repositories/authors';
import { getRunRow } from '@/server/repositories/runs';
import {
  findRunOfText,
  findSameText,
  getServedPromptRow,
  type ServedPromptListRow,
} from '@/server/repositories/served-prompts';
import { getCandidate } from '@/server/services/runs/read-ledger';

/**
 * Where a version comes from: its run and candidate, whether practice taught it, and everybody who made it (rulings C2,
 * P4). Writing down by hand what a run has learned, or what another version says, does not wash that off: the text
 * brings its origin with it, and so does the version that was edited.
 */
export interface PromptOrigin {
  readonly text: string;
  readonly runId: string | null;
  readonly candidateHash: string | null;
  readonly isPractice: boolean;
  readonly authors: string[];
}

type Tx = Prisma.TransactionClient;

export async function originOf(
  actor: Actor,
  input: AddPromptInput & { readonly slotId: string },
  tx: Tx,
): Promise<PromptOrigin> {
  if (input.source === 'run') {
    const { text } = await getCandidate(actor, { runId: input.runId, hash: input.candidateHash });
    return withOthers(actor, await originOfRun(actor, { ...input, text }, tx), tx);
  }
  const { text, basedOn, slotId } = input;
  const authors = await withKeyMakers(actor.workspaceId, [actor.name], tx);
  const runId = await findRunOfText(actor.workspaceId, contentHash(text), tx);
  const learned =
    runId === null ? null : await originOfRun(actor, { runId, candidateHash: contentHash(text), text }, tx);
  const base = basedOn === null ? null : await getServedPromptRow(slotId, basedOn, tx);
  // A hand edit of what a run has learned keeps the run, but is none of its candidates.
  const written = { text, runId: base?.runId ?? null, candidateHash: null, isPractice: false, authors };
  return withOthers(actor, merged(learned ?? written, base === null ? [] : [base]), tx);
}

async function originOfRun(
  { workspaceId, name }: Actor,
  {
    runId,
    candidateHash,
    text,
  }: { readonly runId: string; readonly candidateHash: string; readonly text: string },
  tx: Tx,
): Promise<PromptOrigin> {
  const { experimentId, practice } = await getRunRow(workspaceId, runId, tx);
  const authors = await authorsOf({ workspaceId, experimentId, runId, createdBy: name }, tx);
  return { text, runId, candidateHash, isPractice: practice, authors };
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
) {
  return {
    ...origin,
    isPractice: origin.isPractice || others.some(({ isPractice }) => isPractice),
    authors: [...new Set([...origin.authors, ...others.flatMap(({ authors }) => authors)])],
  };
}
