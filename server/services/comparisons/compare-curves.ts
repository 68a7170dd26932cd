import type { CompareCurvesInput, CurveComparison } from '@/lib/contracts/curves';
import type { Actor } from '@/lib/domain/actor';
import { isPriced } from '@/lib/domain/asked-roles';
import { type FactOf, isFact } from '@/lib/domain/ledger-entry';
import { AppError } from '@/lib/errors/app-error';
import { readEntries } from '@/server/events/read-events';
import { type ComparedRun, findComparedRuns } from '@/server/repositories/comparisons';
import { readCurvePoints } from '@/server/repositories/curve-points';
import { getImportedRun } from '@/server/services/imported-runs/read-imported-runs';

/**
 * Own and imported runs as curves over what had been seen. They stand side by side to be looked at: an imported run's
 * task, split and hardware are not ours, so nothing is subtracted from it and no gate is given it.
 */
const MEASUREMENTS_MAX = 5000;

export const IMPORTED_WARNING =
  'Imported runs have a task, split and hardware of their own: they are for looking at, and open no gate. A parallel run still needs a serial diagnosis of yours.';

export async function compareCurves(
  actor: Actor<'read'>,
  input: CompareCurvesInput,
): Promise<CurveComparison> {
  const runs = await findComparedRuns(actor.workspaceId, input.runs);
  const missing = input.runs.filter((id) => !runs.some((run) => run.id === id));
  if (missing.length > 0) throw new AppError('NOT_FOUND', `These runs do not exist: ${missing.join(', ')}.`);
  const own = await Promise.all(runs.map(ownCurve));
  const imported = await Promise.all(
    input.imported.map((importedRunId) => getImportedRun(actor, { importedRunId })),
  );
  return { own, imported, warning: imported.length === 0 ? null : IMPORTED_WARNING };
}

async function ownCurve(run: ComparedRun): Promise<CurveComparison['own'][number]> {
  const stated = await readCurvePoints(run.id, MEASUREMENTS_MAX);
  const { manifest } = run;
  const isKnown = isPriced(manifest);
  const trials = manifest.method.name === 'mipro' ? await trialsOf(run.id) : [];
  const seenUnit = trials.length > 0 ? 'trials' : 'examples';
  const triedBy = (iteration: number) => trials.filter((one) => one.data.iteration <= iteration).length;
  return {
    runId: run.id,
    label: run.label,
    split: stated[0]?.split ?? manifest.evaluation.split,
    hardware: manifest.models.serving.hardware,
    practice: run.practice,
    seenUnit,
    points: stated.map(({ iteration, score, trainExamplesSeen, seconds, tokens, usd }) => ({
      seen: seenUnit === 'trials' ? triedBy(iteration) : trainExamplesSeen,
      score: score.mean,
      lower: score.lower,
      upper: score.upper,
      n: score.n,
      ...(score.missing ? { missing: score.missing } : {}),
      seconds,
      tokens,
      usd: isKnown ? usd : null,
    })),
  };
}

async function trialsOf(runId: string): Promise<FactOf<'trial.finished'>[]> {
  const filter = { type: 'trial.finished' };
  const entries = await readEntries(runId, 0, { limit: MEASUREMENTS_MAX, filter });
  return entries.filter(isFact('trial.finished'));
}
