import type {
  ComparedExample,
  ComparedSide,
  ComparePairsInput,
  ListComparedExamplesInput,
  PairedComparison,
  PairOutcome,
} from '@/lib/contracts/paired-comparisons';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { compareScores, type ScoreComparison, type ScorePair } from '@/lib/evaluation/compare-scores';
import { assertMay } from '@/lib/policy/roles';
import { seededRng } from '@/lib/random/seeded-rng';
import { mean } from '@/lib/stats/summary';
import { type ComparedRun, findComparedRuns } from '@/server/repositories/comparisons';
import { findExampleTexts } from '@/server/repositories/example-texts';
import { type BestMeasured, findBestMeasured } from '@/server/repositories/held-out-scores';

/**
 * Ended runs against the first of them, by the prompts that were best on held-out. The same pair is always drawn with
 * the same stream, so the interval that somebody quotes is the one that the next reader sees.
 */
interface Side {
  readonly run: ComparedRun;
  readonly best: BestMeasured;
}

export async function comparePairs(
  actor: Actor,
  { runs: ids }: ComparePairsInput,
): Promise<PairedComparison> {
  assertMay(actor, 'read');
  const [baseline, ...others] = await readSides(actor.workspaceId, ids);
  if (baseline === undefined)
    throw new AppError('INPUT_INVALID', 'Name two runs or more; the first is the baseline.');
  const apart = whyApart([baseline, ...others]);
  return {
    baseline: sideView(baseline),
    others: apart === null ? others.map((other) => ({ ...sideView(other), ...found(baseline, other) })) : [],
    splitHash: baseline.run.manifest.split.hash,
    apart,
  };
}

function found(baseline: Side, other: Side) {
  const { pairs: _, difference, ...counts } = compare(baseline, other);
  return { ...counts, difference: { ...difference } };
}

/** One page of the examples; the cursor is how many were shown. */
export async function listComparedExamples(
  actor: Actor,
  { baseline: baselineId, other: otherId, outcome, limit, cursor }: ListComparedExamplesInput,
): Promise<{ items: ComparedExample[]; nextCursor: string | null; total: number }> {
  assertMay(actor, 'read');
  const sides = await readSides(actor.workspaceId, [baselineId, otherId]);
  const [baseline, other] = sides;
  if (baseline === undefined || other === undefined)
    throw new AppError('INPUT_INVALID', 'Name two different runs.');
  const apart = whyApart(sides);
  if (apart !== null) throw new AppError('STATE_CONFLICT', apart);
  const pairs = compare(baseline, other).pairs.filter((pair) => has(pair, outcome));
  const ordered = outcome === 'wins' ? [...pairs].reverse() : pairs;
  const from = placeOf(cursor);
  const shown = ordered.slice(from, from + limit);
  const texts = await findExampleTexts(
    baseline.run.id,
    shown.map(({ exampleId }) => exampleId),
  );
  return {
    items: shown.map((pair) => ({
      ...pair,
      ...(texts.get(pair.exampleId) ?? { question: '', expected: '' }),
    })),
    nextCursor: from + limit < ordered.length ? String(from + limit) : null,
    total: ordered.length,
  };
}

function has({ before, after }: ScorePair, outcome: PairOutcome): boolean {
  if (outcome === 'all') return true;
  if (outcome === 'ties') return before === after;
  return outcome === 'wins' ? after > before : after < before;
}

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new AppError(
    'INPUT_INVALID',
    'This cursor does not come from the list: leave it out to begin anew.',
    {
      fields: [{ path: 'query.cursor', message: 'Not a cursor of this list.' }],
    },
  );
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
  return Promise.all(runs.map(sideOf));
}

async function sideOf(run: ComparedRun): Promise<Side> {
  const best = await findBestMeasured(run.id);
  if (best === null)
    throw new AppError('STATE_CONFLICT', `The run "${run.label}" was never measured on held-out.`);
  return { run, best };
}

function compare(baseline: Side, other: Side): ScoreComparison {
  const stream = `compare ${baseline.best.candidateHash} ${other.best.candidateHash}`;
  return compareScores(baseline.best, other.best, seededRng(stream));
}

function sideView({ run, best }: Side): ComparedSide {
  return {
    runId: run.id,
    label: run.label,
    experimentId: run.experimentId,
    candidateHash: best.candidateHash,
    score: mean(best.scores) ?? 0,
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
