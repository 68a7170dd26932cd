import { insightDifference } from '@/lib/combee/survival/insight-difference';
import type { ComparedInsights, CompareInsightsInput } from '@/lib/contracts/compared-insights';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { getCandidate } from '../runs/read-ledger';
import { readComparedSides, type Side, whyApart } from './compared-sides';

/** The prompts of two runs that were best on held-out, insight by insight. */
export async function compareInsights(
  actor: Actor<'read'>,
  { baseline: baselineId, other: otherId }: CompareInsightsInput,
): Promise<ComparedInsights> {
  const sides = await readComparedSides(actor.workspaceId, [baselineId, otherId]);
  const [baseline, other] = sides;
  if (baseline === undefined || other === undefined)
    throw new AppError('INPUT_INVALID', 'Name two different runs.');
  const apart = whyApart(sides);
  if (apart !== null) throw new AppError('STATE_CONFLICT', apart);
  const textOf = async ({ run, best }: Side) =>
    (await getCandidate(actor, { runId: run.id, hash: best.candidateHash })).text;
  return insightDifference(await textOf(baseline), await textOf(other));
}
