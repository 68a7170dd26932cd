import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import type { PlanMove } from '@/lib/policy/run-plan';
import { getExperimentRow } from '@/server/repositories/experiments';
import type { Launch } from '@/server/services/launches/launch-run';
import { prepareRun } from '@/server/services/launches/start-run';

type Start = Extract<PlanMove, { readonly kind: 'start' }>;

/** The run of a plan's next step, pinned from the experiment; every further serial baseline has twice the epochs. */
export async function prepareMove(
  actor: Actor,
  { planId, experimentId }: { readonly planId: string; readonly experimentId: string },
  move: Start,
): Promise<Launch> {
  const origin = { planId };
  if (move.run !== 'serialBaseline') {
    return { ...(await prepareRun(actor, { experimentId, kind: move.run })), origin };
  }
  const { epochs } = experimentConfig.parse((await getExperimentRow(actor.workspaceId, experimentId)).config);
  const more = epochs * move.passes;
  const settings = move.passes === 1 ? {} : { settings: { epochs: more } };
  const launch = await prepareRun(actor, { experimentId, kind: 'serialBaseline' }, settings);
  const label = `Serial baseline, ${more} epochs, seed ${launch.manifest.runSeed}`;
  return { ...launch, origin, ...(move.passes === 1 ? {} : { label }) };
}
