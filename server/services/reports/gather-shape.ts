import type { Actor } from '@/lib/domain/actor';
import { adviseShape } from '@/lib/policy/shape-advice';
import type { Shape } from '@/lib/policy/shapes';
import { laneUtilisation } from '@/lib/report/lane-utilisation';
import type { StrategyInput } from '@/lib/report/strategy/strategy-input';
import { getGroup } from '@/server/repositories/run-groups';
import type { RunRowWithManifest } from '@/server/repositories/runs';
import { rejectedOf } from '@/server/repositories/stored-group';
import { ceilingOf } from '@/server/services/run-groups/advise-shape';
import { knownTask, measuredRun } from '@/server/services/run-groups/shape-tasks';

type ShapeParts = Pick<StrategyInput, 'shape' | 'ceiling' | 'utilisation'>;

/** The shape of a launch with its ceiling: as its group stated it, or as the measurements advise for one experiment. */
export async function gatherShape(
  actor: Actor,
  about: { readonly experimentId: string; readonly run: RunRowWithManifest | null },
): Promise<ShapeParts> {
  const { experimentId, run } = about;
  const known = await knownTask(actor, experimentId);
  const measured = run === null ? known.measured : await measuredRun(run);
  const task = { ...known, measured, lanes: measured?.manifest.lanes ?? known.lanes };
  const advice = adviseShape([task]);
  return {
    shape: (await statedShape(actor.workspaceId, run)) ?? {
      chosen: advice.shape,
      reason: advice.reason,
      rejected: advice.rejected,
    },
    ceiling: ceilingOf(task, 'learningAlone'),
    utilisation: measured && laneUtilisation(measured.iterations, measured.manifest.lanes),
  };
}

async function statedShape(
  workspaceId: string,
  run: RunRowWithManifest | null,
): Promise<StrategyInput['shape'] | null> {
  if (!run?.groupId) return null;
  const group = await getGroup(workspaceId, run.groupId);
  return { chosen: group.shape as Shape, reason: group.reason, rejected: rejectedOf(group) };
}
