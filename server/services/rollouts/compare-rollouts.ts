import type { RolloutComparisonView } from '@/lib/contracts/rollout-shapes';
import type { Actor } from '@/lib/domain/actor';
import { compareTrajectories } from '@/lib/trajectory/compare';
import { openTrajectory, type ReadCalls } from './opened-trajectories';
import { attemptRows, getRollout } from './read-rollouts';

/** The last attempts of two rollouts, step by step. The tasks may differ; the first steps show it then. */
export async function compareRollouts(
  actor: Actor<'read'>,
  { rolloutId, with: other }: { readonly rolloutId: string; readonly with: string },
  readCalls: ReadCalls,
): Promise<RolloutComparisonView> {
  const [left, right] = await Promise.all([
    getRollout(actor, { rolloutId }),
    getRollout(actor, { rolloutId: other }),
  ]);
  const [ofLeft, ofRight] = await Promise.all([
    lastTrajectory(actor.workspaceId, rolloutId, readCalls),
    lastTrajectory(actor.workspaceId, other, readCalls),
  ]);
  const { pairs, first } = compareTrajectories(ofLeft, ofRight);
  return {
    left,
    right,
    leftAttempt: left.attempts.at(-1)?.attempt ?? 1,
    rightAttempt: right.attempts.at(-1)?.attempt ?? 1,
    pairs: [...pairs],
    first,
  };
}

async function lastTrajectory(workspaceId: string, id: string, readCalls: ReadCalls) {
  const rows = await attemptRows(workspaceId, id);
  return (await openTrajectory(rows.at(-1) ?? rows[0], readCalls)).trajectory;
}
