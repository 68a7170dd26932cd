import type { CompareArmsInput } from '@/lib/contracts/comparisons';
import type { MatrixRun, TaskCell, TaskMatrix } from '@/lib/contracts/task-matrix';
import type { Actor } from '@/lib/domain/actor';
import { type AppWorldMetrics, metricsOf } from '@/lib/environments/appworld/metrics';
import { AppError } from '@/lib/errors/app-error';
import { agentName } from '@/lib/report/comparability';
import { solvedShare } from '@/lib/report/task-matrix';
import { causeSentence } from '@/lib/words/cause';
import { type ComparedRun, findComparedRuns } from '@/server/repositories/comparisons';
import { findHeldOutRollouts, readMeasuredPrompts } from '@/server/repositories/held-out-scores';
import { readRolloutBriefs } from '@/server/repositories/rollout-replies';
import { findMatrixExamples, type MatrixExample, readEndedRollouts } from '@/server/repositories/task-matrix';
import { readScoreDoubts } from '../runs/score-doubts';

/** Tasks of environments by run, each run with its best prompt's last held-out measurement. */
interface Column {
  readonly run: ComparedRun;
  readonly candidateHash: string | null;
  readonly cells: ReadonlyMap<string, TaskCell>;
}

export async function readTaskMatrix(
  actor: Actor<'read'>,
  { runs: ids }: CompareArmsInput,
): Promise<TaskMatrix> {
  const found = new Map((await findComparedRuns(actor.workspaceId, ids)).map((run) => [run.id, run]));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw new AppError('NOT_FOUND', `These runs do not exist: ${missing.join(', ')}.`);
  const runs = ids
    .flatMap((id) => found.get(id) ?? [])
    .filter(({ manifest }) => manifest.task.scoring.kind === 'environment');
  const columns = await Promise.all(runs.map(columnOf));
  const doubts = await readScoreDoubts(
    actor.workspaceId,
    runs.map(({ id }) => id),
  );
  const examples = await Promise.all(
    columns.map(({ run, cells }) => findMatrixExamples(run.id, [...cells.keys()])),
  );
  const apart =
    new Set(runs.map(({ manifest }) => manifest.split.hash)).size > 1
      ? 'These runs were measured on different splits, so their tasks are not compared.'
      : null;
  const rows = new Map(examples.flat().map((example) => [example.id, example]));
  return {
    runs: columns.map((column, at) => ({
      ...runView(column, examples[at] ?? []),
      doubt: doubts.get(column.run.id) ?? null,
    })),
    tasks:
      apart === null
        ? [...rows.values()].map(({ id, question, groupKey }) => ({
            ...{ exampleId: id, question, groupKey },
            cells: columns.map(({ cells }) => cells.get(id) ?? null),
          }))
        : [],
    apart,
  };
}

async function columnOf(run: ComparedRun): Promise<Column> {
  const best = (await readMeasuredPrompts(run.id)).findLast((point) => point.best);
  if (best === undefined) return { run, candidateHash: null, cells: new Map() };
  const seqs = await findHeldOutRollouts(run.id, best, best.exampleIds);
  const ended = await readEndedRollouts(run.id, [...seqs.values()]);
  const keys = [...ended.values()].flatMap(({ callKeys }) => callKeys);
  const briefs = await readRolloutBriefs(run.id, keys);
  const cells = best.exampleIds.map((exampleId, at): [string, TaskCell] => {
    const rollout = ended.get(seqs.get(exampleId) ?? -1);
    const brief = rollout?.callKeys.flatMap((key) => briefs.get(key) ?? []).at(-1);
    const cell = {
      score: best.scores[at] ?? null,
      timedOut: brief?.environment?.timedOut ?? brief?.limit === 'seconds',
      cause: rollout?.cause ? causeSentence(rollout.cause) : null,
      rolloutId: brief?.rolloutId ?? null,
    };
    return [exampleId, cell];
  });
  return { run, candidateHash: best.candidateHash, cells: new Map(cells) };
}

function runView(
  { run, candidateHash, cells }: Column,
  examples: readonly MatrixExample[],
): Omit<MatrixRun, 'doubt'> {
  const known = new Map(examples.map((example) => [example.id, example]));
  const tasks = [...cells].map(([exampleId, { score }]) => ({
    ...{ exampleId, score },
    groupKey: known.get(exampleId)?.groupKey ?? null,
  }));
  return {
    ...{ runId: run.id, label: run.label, practice: run.practice, candidateHash },
    agent: run.manifest.agent ? agentName(run.manifest) : null,
    ...solvedShare(tasks),
    appWorld: completionView(cells, examples),
  };
}

/** Both figures of AppWorld; null where the tasks are others. */
function completionView(cells: Column['cells'], examples: readonly MatrixExample[]): MatrixRun['appWorld'] {
  const results = examples.flatMap(({ id, appWorldId }) => {
    const score = cells.get(id)?.score ?? null;
    const success = score === null ? null : score === 1;
    return appWorldId === null ? [] : [{ taskId: appWorldId, success, difficulty: null }];
  });
  if (results.length === 0) return null;
  const { tasks, scenarios } = metricsOf(results);
  return { tasks: view(tasks), scenarios: view(scenarios) };
}

const view = ({ bounds, ...figures }: AppWorldMetrics['tasks']) => ({
  ...figures,
  bounds: bounds && ([bounds[0], bounds[1]] satisfies [number, number]),
});
