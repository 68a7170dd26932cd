import type { ExperimentView } from '@/lib/contracts/experiments';
import type { Actor } from '@/lib/domain/actor';
import { assertStaysContaminated } from '@/lib/policy/contamination';
import { assertIntakeComplete } from '@/lib/policy/intake';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { getIntakeRow, lockIntakeRow, updateIntakeRow } from '@/server/repositories/intakes';
import { lockSplitRow, type SplitStatement, stateSplitRow } from '@/server/repositories/splits';
import { recordAudit } from '@/server/services/audit/record-audit';
import { createExperimentIn } from '@/server/services/experiments/change-experiments';
import { assertAboveFloor, estimateAnswers } from './estimate-intake';
import { experimentOfIntake } from './experiment-of-intake';
import { readIntakeFacts } from './intake-facts';
import { recordOf } from './intake-view';
import { assertOpen, savedSince } from './manage-intakes';

/**
 * From a complete set-up to an ordinary experiment, and onto the split who owns it and whether it was used to tune.
 * What was judged is what becomes it:
 * a draft that was saved meanwhile is not, and one draft becomes one experiment.
 * @throws AppError MISSING_INPUTS, DEFAULT_CHANGED_NO_REASON, HELD_OUT_TOO_SMALL, BUDGET_BELOW_FLOOR, STATE_CONFLICT
 */
export async function finishIntake(
  actor: Actor<'experiment'>,
  { intakeId }: { readonly intakeId: string },
): Promise<ExperimentView> {
  const row = await getIntakeRow(actor.workspaceId, intakeId);
  assertOpen(row);
  const record = recordOf(row);
  const { answers } = record;
  const facts = await readIntakeFacts(actor.workspaceId, answers);
  assertIntakeComplete(record, facts);
  assertAboveFloor(await estimateAnswers(actor, answers, facts));
  const trainExamples = facts.split?.counts.train ?? 0;
  const input = experimentOfIntake({ name: row.name, answers, trainExamples });
  return db().$transaction(async (tx) => {
    const now = await lockIntakeRow(actor.workspaceId, intakeId, tx);
    assertOpen(now);
    if (now.revision !== row.revision) throw savedSince(now.revision);
    await stateSplit(tx, actor, input.splitId, {
      owner: answers.owner ?? '',
      usedToTune: answers.usedToTune ?? false,
      usedToTuneNote: answers.usedToTuneNote?.trim() || null,
    });
    // It begins with the method's own text, so there is no personal data to ask about.
    const experiment = await createExperimentIn(tx, actor, { ...input, kept: null });
    await updateIntakeRow(intakeId, { experimentId: experiment.id }, tx);
    await recordAudit(tx, actor, 'intake.finished', intakeId, { experimentId: experiment.id });
    return experiment;
  });
}

/** a pinned split takes it too, but what was said to be tuned on stays so. */
async function stateSplit(
  tx: Prisma.TransactionClient,
  actor: Actor,
  splitId: string,
  statement: SplitStatement,
): Promise<void> {
  const before = await lockSplitRow(actor.workspaceId, splitId, tx);
  assertStaysContaminated(before, statement);
  await stateSplitRow(splitId, statement, tx);
  await recordAudit(tx, actor, 'split.stated', splitId, { ...statement });
}
