import type {
  ComparedExample,
  ComparedSide,
  ComparePairsInput,
  ListComparedExamplesInput,
  PairedComparison,
  PairedRun,
} from '@/lib/contracts/paired-comparisons';
import type { Actor } from '@/lib/domain/actor';
import { claimSettings } from '@/lib/domain/claim-settings';
import { AppError } from '@/lib/errors/app-error';
import { totalsOf } from '@/lib/report/cost-rows';
import { readCostStretches } from '@/server/repositories/costs';
import { readMeasuredEnds } from '@/server/repositories/record-facts';
import { readComparedSides, type Side, whyApart } from './compared-sides';
import { pageOfPairs, verdictOf } from './example-pairs';
import { pairedRun } from './paired-run';

/** Ended runs against the first of them, by the prompts that were best on held-out. */
export async function comparePairs(
  actor: Actor<'read'>,
  { runs: ids }: ComparePairsInput,
): Promise<PairedComparison> {
  const [baseline, ...others] = await readComparedSides(actor.workspaceId, ids);
  if (baseline === undefined)
    throw new AppError('INPUT_INVALID', 'Name two runs or more; the first is the baseline.');
  const apart = whyApart([baseline, ...others]);
  const pairOf = async (other: Side) => ({ ...(await sideView(other)), ...pairedOf(baseline, other) });
  return {
    baseline: await sideView(baseline),
    others: apart === null ? await Promise.all(others.map(pairOf)) : [],
    splitHash: baseline.run.manifest.split.hash,
    apart,
  };
}

export async function listComparedExamples(
  actor: Actor<'read'>,
  { baseline: baselineId, other: otherId, ...asked }: ListComparedExamplesInput,
): Promise<{ items: ComparedExample[]; nextCursor: string | null; total: number }> {
  const sides = await readComparedSides(actor.workspaceId, [baselineId, otherId]);
  const [baseline, other] = sides;
  if (baseline === undefined || other === undefined)
    throw new AppError('INPUT_INVALID', 'Name two different runs.');
  const apart = whyApart(sides);
  if (apart !== null) throw new AppError('STATE_CONFLICT', apart);
  return pageOfPairs(baseline.run.id, compare(baseline, other).pairs, asked);
}

/** Each run is judged by the margin that it registered itself. */
const compare = (baseline: Side, other: Side) =>
  pairedRun(baseline, other, claimSettings(other.run.manifest).margin);

function pairedOf(baseline: Side, other: Side): Omit<PairedRun, keyof ComparedSide> {
  const { decided: _, ...verdict } = verdictOf(compare(baseline, other));
  return verdict;
}

/** Time and cost are those that the table of arms shows for the run. */
async function sideView({ run, best, doubt }: Side): Promise<ComparedSide> {
  const [ends, costs] = await Promise.all([readMeasuredEnds(run.id), readCostStretches(run.id, [])]);
  return {
    doubt,
    runId: run.id,
    label: run.label,
    experimentId: run.experimentId,
    candidateHash: best.candidateHash,
    score: { ...best.score, ...(best.missing ? { missing: best.missing } : {}) },
    learningMs: ends?.learningMs ?? null,
    costUsd: totalsOf(costs).costUsd,
    practice: run.practice,
    hardware: run.manifest.models.serving.hardware,
  };
}
