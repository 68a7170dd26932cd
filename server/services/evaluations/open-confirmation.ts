import type { ConfirmationView } from '@/lib/contracts/confirmation';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { evaluationManifest } from '@/lib/evaluation/evaluation-manifest';
import { pinnedPrompts } from '@/lib/evaluation/pinned-prompts';
import { methodNamed } from '@/lib/methods/known-methods';
import { assertMayConfirm, confirmationSpent } from '@/lib/policy/confirmation';
import { momentWords } from '@/lib/report/document/moment';
import type { ConfirmationOpening, Prisma } from '@/server/db/generated/client';
import { findConfirmationOpening, insertOpening, renewOpening } from '@/server/repositories/confirmations';
import { recordAudit } from '@/server/services/audit/record-audit';
import { type Launch, launchTogether, newRunId } from '@/server/services/launches/launch-run';
import { type ConfirmableRun, readConfirmable } from './confirmable-run';
import { confirmationOf, hasNoScore } from './read-confirmation';

/**
 * Opens the sealed confirmation examples for the best prompt of a run: once per split, in one transaction with the
 * run that scores them. The database releases the examples to the worker of that run only.
 */
export async function openConfirmation(
  actor: Actor<'experiment'>,
  { runId }: { readonly runId: string },
): Promise<ConfirmationView> {
  const run = await readConfirmable(actor.workspaceId, runId);
  assertMayConfirm(run);
  // A run that fails at its start would have used up the opening.
  assertSamePrompts(run.manifest);
  await launchTogether(actor, async (tx) => [await openIn(tx, actor, run)]);
  return confirmationOf(actor.workspaceId, run);
}

async function openIn(tx: Prisma.TransactionClient, actor: Actor, run: ConfirmableRun): Promise<Launch> {
  const { manifest } = run;
  const candidateHash = run.bestHash ?? '';
  const { registrationId } = manifest.split;
  const { workspaceId } = actor;
  const id = newRunId();
  const opening = { registrationId, workspaceId, runId: run.id, candidateHash, evaluationRunId: id };
  if (!(await insertOpening({ ...opening, openedBy: actor.name }, tx))) {
    const before = await findConfirmationOpening(workspaceId, registrationId, tx);
    const again =
      before?.runId === run.id && before.candidateHash === candidateHash && (await hasNoScore(before));
    if (!before || !again || !(await renewOpening(before, id, tx))) throw spent(before);
  }
  await recordAudit(tx, actor, 'confirmation.opened', run.id, {
    registrationId,
    candidateHash,
    evaluationRunId: id,
  });
  return {
    id,
    experimentId: run.experimentId,
    manifest: confirmationManifest(run),
    label: `Confirmation of ${run.label}`.slice(0, 120),
  };
}

/** The original prompt first, the chosen one second, on the same examples; the cache is neither read nor written. */
function confirmationManifest({ manifest, seat, original, best }: ConfirmableRun): RunManifest {
  return evaluationManifest(manifest, {
    candidates: [
      { name: 'original', text: original?.text ?? '' },
      { name: 'chosen', text: best?.text ?? '' },
    ],
    split: 'confirmation',
    seat,
    cache: { read: false, namespace: 'confirmation' },
  });
}

function assertSamePrompts({ method, prompts, survival, aggregation }: RunManifest): void {
  const known = methodNamed(method.name);
  const present = pinnedPrompts(known, { method, survival, aggregation });
  const isSame = Object.keys(prompts).every((name) => present[name] === prompts[name]);
  if (method.version === known.version && isSame) return;
  throw new AppError(
    'STATE_CONFLICT',
    'The prompts of the method have changed since this run: it cannot be confirmed.',
    {
      howToProceed: ['Run the experiment again with this version, and confirm that run.'],
    },
  );
}

function spent(before: ConfirmationOpening | null): AppError {
  return confirmationSpent({
    runId: before?.runId ?? 'unknown',
    candidateHash: before?.candidateHash ?? 'unknown',
    openedBy: before?.openedBy ?? 'Another person',
    openedAt: before ? momentWords(before.openedAt.toISOString()) : 'an unknown day',
  });
}
