import type { ConfirmationView } from '@/lib/contracts/confirmation';
import type { Actor } from '@/lib/domain/actor';
import type { FactData } from '@/lib/domain/ledger-entry';
import { isEnded } from '@/lib/domain/run';
import { withMissing } from '@/lib/domain/scored-count';
import { pairedGain } from '@/lib/stats/paired-scores';
import { db } from '@/server/db/client';
import type { ConfirmationOpening } from '@/server/db/generated/client';
import { readFacts } from '@/server/events/read-facts';
import { findConfirmationOpening } from '@/server/repositories/confirmations';
import { type ConfirmableRun, readConfirmable } from './confirmable-run';

/** Where the confirmation examples of a run's split stand, and what came of them: a projection of two ledgers. */
export async function getConfirmation(
  actor: Actor<'read'>,
  { runId }: { readonly runId: string },
): Promise<ConfirmationView> {
  return confirmationOf(actor.workspaceId, await readConfirmable(actor.workspaceId, runId));
}

type About = Pick<ConfirmableRun, 'id' | 'manifest' | 'practice' | 'examples'>;

export async function confirmationOf(workspaceId: string, run: About): Promise<ConfirmationView> {
  const { registrationId } = run.manifest.split;
  const [opening, split] = await Promise.all([
    findConfirmationOpening(workspaceId, registrationId),
    db().splitRegistration.findUnique({ where: { id: registrationId }, select: { heldOutUses: true } }),
  ]);
  const isOwn = opening?.runId === run.id;
  const result = opening && isOwn ? await resultOf(opening.evaluationRunId) : null;
  return {
    runId: run.id,
    splitId: registrationId,
    examples: run.examples,
    state:
      opening && isOwn
        ? await stateOf(opening, result)
        : opening
          ? 'spent'
          : run.examples > 0
            ? 'sealed'
            : 'none',
    opening: opening && {
      runId: opening.runId,
      candidateHash: opening.candidateHash,
      evaluationRunId: opening.evaluationRunId,
      openedBy: opening.openedBy,
      openedAt: opening.openedAt.toISOString(),
    },
    result,
    practice: run.practice,
    heldOutUses: split?.heldOutUses ?? 0,
  };
}

/** The run that was to score it has ended and no example of the slice has been scored for anybody to see. */
export async function hasNoScore(opening: ConfirmationOpening): Promise<boolean> {
  if ((await scoresOf(opening.evaluationRunId)).length > 0) return false;
  const run = await db().run.findUnique({ where: { id: opening.evaluationRunId }, select: { status: true } });
  return run === null || isEnded(run.status);
}

async function stateOf(
  opening: ConfirmationOpening,
  result: ConfirmationView['result'],
): Promise<'measuring' | 'failed' | 'scored'> {
  if (result) return 'scored';
  const run = await db().run.findUnique({ where: { id: opening.evaluationRunId }, select: { status: true } });
  return run === null || isEnded(run.status) ? 'failed' : 'measuring';
}

const scoresOf = async (runId: string): Promise<FactData['heldOut.measured'][]> =>
  (await readFacts(runId, 'heldOut.measured'))
    .map(({ data }) => data)
    .filter(({ split }) => split === 'confirmation');

async function resultOf(evaluationRunId: string): Promise<ConfirmationView['result']> {
  const [original, chosen] = await scoresOf(evaluationRunId);
  if (!original || !chosen) return null;
  return {
    original: withMissing(original.score, original.missing),
    chosen: withMissing(chosen.score, chosen.missing),
    difference: pairedGain(original, chosen),
  };
}
