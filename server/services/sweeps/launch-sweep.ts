import { ulid } from 'ulid';
import type { LaunchSweepInput } from '@/lib/contracts/sweep-plan';
import type { SweepView } from '@/lib/contracts/sweeps';
import type { Actor } from '@/lib/domain/actor';
import { bindingsOf } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { jsonColumn } from '@/server/db/stored-json';
import { getExperimentRow } from '@/server/repositories/experiments';
import { createSweep } from '@/server/repositories/sweeps';
import { recordAudit } from '@/server/services/audit/record-audit';
import { starterOf } from '@/server/services/launches/starter';
import { paceOf } from '@/server/services/runs/estimate-basis';
import { advanceSweep } from './advance-sweep';
import { estimateView, type PreparedSweep, prepareSweep, refusedPlan, tooMany } from './prepare-sweep';
import { readSweep } from './read-sweep';

/**
 * Writes the whole sweep down and starts its first cells. From then on it is the database that remembers: whichever
 * worker looks next carries it on.
 */
export async function launchSweep(actor: Actor<'experiment'>, input: LaunchSweepInput): Promise<SweepView> {
  const { experimentId, name, ...settings } = input;
  const experiment = await getExperimentRow(actor.workspaceId, experimentId);
  const prepared = await prepareSweep(actor, input);
  const crowd = tooMany(prepared.cells);
  if (crowd !== null) throw refusedPlan('sizes', crowd);
  assertAffordable(prepared, input);
  const id = `swp_${ulid()}`;
  const timeScale = await paceOf(prepared.base.models.serving);
  await db().$transaction(async (tx) => {
    await createSweep(
      {
        id,
        workspaceId: actor.workspaceId,
        experimentId,
        name: name ?? `Sweep of ${experiment.name}`.slice(0, 120),
        settings,
        base: deepColumn(prepared.base),
        estimate: deepColumn(estimateView(prepared)),
        practice: bindingsOf(prepared.base).some((binding) => binding.practice),
        timeScale,
        startsAs: jsonColumn(starterOf(actor)),
        createdBy: actor.name,
      },
      prepared.cells.map((cell, index) => ({
        id: `cel_${ulid()}`,
        ...cell,
        estimate: deepColumn(prepared.each[index]),
      })),
      tx,
    );
    await recordAudit(tx, actor, 'sweep.launched', id, { experimentId, cells: prepared.cells.length });
  });
  await advanceSweep(id);
  return readSweep(actor, { sweepId: id });
}

/** Too deep a type for `jsonColumn` to compute. */
const deepColumn = (value: unknown) => value as Prisma.InputJsonObject;

function assertAffordable({ refusal, total }: PreparedSweep, { budget }: LaunchSweepInput): void {
  if (budget.usd !== null && !total.isPriced) {
    throw new AppError(
      'PRICE_UNKNOWN',
      'A cap in dollars needs prices, and a model of this experiment has none.',
      {
        fields: [{ path: 'budget.usd', message: 'A model has no price.' }],
        howToProceed: ['Enter the price of the model in the settings.', 'Or cap tokens instead of dollars.'],
      },
    );
  }
  if (refusal === null) return;
  throw new AppError('BUDGET_EXHAUSTED', refusal, {
    fields: [{ path: 'budget', message: refusal }],
    howToProceed: ['Take fewer seeds, sizes or arms.', 'Or raise the budget.'],
  });
}
