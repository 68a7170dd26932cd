import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { AppError } from '@/lib/errors/app-error';
import { type ComparedRun, findComparedRuns } from '@/server/repositories/comparisons';
import { type MeasuredOnHeldOut, readMeasuredPrompts } from '@/server/repositories/held-out-scores';
import { readScoreDoubts } from '../runs/score-doubts';

/** Ended runs with the prompts that they measured on held-out, and the reason why some cannot be compared. */
export interface Side {
  readonly run: ComparedRun;
  /** All that were measured, and of those the one that the run leaves behind. */
  readonly points: readonly MeasuredOnHeldOut[];
  readonly best: MeasuredOnHeldOut;
  readonly doubt: ScoreDoubt | null;
}

/** In the order that was asked for. */
export async function readComparedSides(
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly Side[]> {
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

/** Hardware changes times, not scores, so it keeps no two prompts apart. */
export function whyApart(sides: readonly Side[]): string | null {
  const differ = (read: (run: ComparedRun) => string) => new Set(sides.map(({ run }) => read(run))).size > 1;
  if (differ(({ manifest }) => manifest.split.hash))
    return 'These runs were measured on different splits. Choose runs of one split.';
  if (differ(({ manifest }) => manifest.task.id))
    return 'These runs belong to different tasks. Choose runs of one task.';
  return differ(({ manifest }) => manifest.evaluation.split)
    ? 'These runs were scored on different parts of the split. Choose runs scored on the same part.'
    : null;
}
