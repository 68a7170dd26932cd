import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import type { PlanMove } from '@/lib/policy/run-plan';
import { getExperimentRow } from '@/server/repositories/experiments';
import { countRunsOfKind } from '@/server/repositories/run-plans';
import type { Launch } from '@/server/services/launches/launch-run';
import { prepareRun } from '@/server/services/launches/start-run';

type Start = Extract<PlanMove, { readonly kind: 'start' }>;

/**
 * The run of a plan's next step, pinned from the experiment; every further serial baseline has twice the epochs. The first
 * run of a kind in an experiment has seed 1, the next one 2: the same data and settings give the same plan anywhere.
 */
export async function prepareMove(
  actor: Actor,
  { planId, experimentId }: { readonly planId: string; readonly experimentId: string },
  move: Start,
): Promise<Launch> {
  const origin = { planId };
  const seed = 1 + (await countRunsOfKind(experimentId, move.run));
  if (move.run !== 'serialBaseline') {
    return { ...(await prepareRun(actor, { experimentId, kind: move.run, seed })), origin };
  }
  const { epochs } = experimentConfig.parse((await getExperimentRow(actor.workspaceId, experimentId)).config);
  const more = epochs * move.passes;
  const settings = move.passes === 1 ? {} : { settings: { epochs: more } };
  const launch = await prepareRun(actor, { experimentId, kind: move.run, seed }, settings);
  const label = `Serial baseline, ${more} epochs, seed ${launch.manifest.runSeed}`;
  return { ...launch, origin, ...(move.passes === 1 ? {} : { label }) };
}
