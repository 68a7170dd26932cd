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
import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { AppError } from '@/lib/errors/app-error';
import { type ComparedRun, findComparedRuns } from '@/server/repositories/comparisons';
import { type MeasuredOnHeldOut, readMeasuredPrompts } from '@/server/repositories/held-out-scores';
import { readScoreDoubts } from '../runs/score-doubts';
import { pageOfPairs, verdictOf } from './example-pairs';
import { pairedRun } from './paired-run';

/** Ended runs against the first of them, by the prompts that were best on held-out. */
interface Side {
  readonly run: ComparedRun;
  /** All that were measured, and of those the one that the run leaves behind. */
  readonly points: readonly MeasuredOnHeldOut[];
  readonly best: MeasuredOnHeldOut;
  readonly doubt: ScoreDoubt | null;
}

export async function comparePairs(
  actor: Actor<'read'>,
  { runs: ids }: ComparePairsInput,
): Promise<PairedComparison> {
  const [baseline, ...others] = await readSides(actor.workspaceId, ids);
  if (baseline === undefined)
    throw new AppError('INPUT_INVALID', 'Name two runs or more; the first is the baseline.');
  const apart = whyApart([baseline, ...others]);
  return {
    baseline: sideView(baseline),
    others:
      apart === null
        ? others.map((other) => ({
            ...sideView(other),
            ...pairedOf(baseline, other),
          }))
        : [],
    splitHash: baseline.run.manifest.split.hash,
    apart,
  };
}

export async function listComparedExamples(
  actor: Actor<'read'>,
  { baseline: baselineId, other: otherId, ...asked }: ListComparedExamplesInput,
): Promise<{ items: ComparedExample[]; nextCursor: string | null; total: number }> {
  const sides = await readSides(actor.workspaceId, [baselineId, otherId]);
  const [baseline, other] = sides;
  if (baseline === undefined || other === undefined)
    throw new AppError('INPUT_INVALID', 'Name two different runs.');
  const apart = whyApart(sides);
  if (apart !== null) throw new AppError('STATE_CONFLICT', apart);
  return pageOfPairs(baseline.run.id, compare(baseline, other).pairs, asked);
}

/** In the order that was asked for. */
async function readSides(workspaceId: string, ids: readonly string[]): Promise<readonly Side[]> {
  const rows = new Map((await findComparedRuns(workspaceId, ids)).map((run) => [run.id, run]));
  const missing = ids.filter((id) => !rows.has(id));
  if (missing.length > 0) throw new AppError('NOT_FOUND', `These runs do not exist: ${missing.join(', ')}.`);
  const runs = ids.flatMap((id) => rows.get(id) ?? []);
  const open = runs.filter(({ status }) => status !== 'finished' && status !== 'stopped');
  if (open.length > 0)
    throw new AppError(
      'STATE_CONFLICT',
      `Wait for these runs to end: ${open.map(({ label }) => label).join(', ')}.`,
    );
  const doubts = await readScoreDoubts(workspaceId, ids);
  return Promise.all(runs.map((run) => sideOf(run, doubts.get(run.id) ?? null)));
}

async function sideOf(run: ComparedRun, doubt: ScoreDoubt | null): Promise<Side> {
  const points = await readMeasuredPrompts(run.id);
  const best = points.findLast((point) => point.best);
  if (best === undefined)
    throw new AppError('STATE_CONFLICT', `The run "${run.label}" was never measured on held-out.`);
  return { run, points, best, doubt };
}

/** Each run is judged by the margin that it registered itself. */
const compare = (baseline: Side, other: Side) =>
  pairedRun(baseline, other, claimSettings(other.run.manifest).margin);

function pairedOf(baseline: Side, other: Side): Omit<PairedRun, keyof ComparedSide> {
  const { decided: _, ...verdict } = verdictOf(compare(baseline, other));
  return verdict;
}

function sideView({ run, best, doubt }: Side): ComparedSide {
  return {
    doubt,
    runId: run.id,
    label: run.label,
    experimentId: run.experimentId,
    candidateHash: best.candidateHash,
    score: best.score.mean,
    missing: best.missing ?? 0,
    practice: run.practice,
    hardware: run.manifest.models.serving.hardware,
  };
}

/** Hardware changes times, not scores, so it keeps no two prompts apart. */
function whyApart(sides: readonly Side[]): string | null {
  const differ = (read: (run: ComparedRun) => string) => new Set(sides.map(({ run }) => read(run))).size > 1;
  if (differ(({ manifest }) => manifest.split.hash))
    return 'These runs were measured on different splits, so their examples are not compared.';
  if (differ(({ manifest }) => manifest.task.id))
    return 'These runs belong to different tasks, so their examples are not compared.';
  return differ(({ manifest }) => manifest.evaluation.split)
    ? 'These runs were scored on different parts of the split, so their examples are not compared.'
    : null;
}
