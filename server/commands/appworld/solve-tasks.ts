import { learnFromTask } from '@/lib/environments/appworld/learn-from-task';
import {
  type AppWorldMetrics,
  type GoalCompletion,
  metricsByDifficulty,
  metricsOf,
  type TaskResult,
} from '@/lib/environments/appworld/metrics';
import { type AskModel, solveTask } from '@/lib/environments/appworld/solve-task';
import type { WorldPool } from '@/server/adapters/appworld/world-pool';
import { faultWords } from './check-server';

/** Tasks on leased servers: one after the other while the playbook learns, else as many at once as there are servers. */
export interface TaskRun {
  readonly pool: WorldPool;
  readonly ask: AskModel;
  readonly taskIds: readonly string[];
  readonly playbook: string;
  readonly stepsMax: number;
  /** Takes each new playbook; absent = nothing is learned. */
  readonly keep?: (playbook: string) => void;
  readonly tell: (line: string) => void;
}

export async function solveTasks(run: TaskRun): Promise<readonly TaskResult[]> {
  if (run.keep === undefined)
    return Promise.all(run.taskIds.map(async (id) => (await solveOne(run, id, run.playbook)).result));
  const results: TaskResult[] = [];
  let playbook = run.playbook;
  for (const taskId of run.taskIds) {
    const solved = await solveOne(run, taskId, playbook);
    results.push(solved.result);
    playbook = solved.playbook;
    run.keep(playbook);
  }
  return results;
}

interface SolvedOne {
  readonly result: TaskResult;
  readonly playbook: string;
}

async function solveOne(
  { pool, ask, stepsMax, keep, tell }: TaskRun,
  taskId: string,
  playbook: string,
): Promise<SolvedOne> {
  const missing = (reason: string): SolvedOne => {
    tell(`${taskId}\tmissing\t${reason}`);
    return { result: { taskId, success: null, difficulty: null }, playbook };
  };
  const leased = await pool.lease();
  if (!leased.ok) return missing(faultWords(leased.fault));
  try {
    const { world } = leased.value;
    const solved = await solveTask({ world, ask, taskId, playbook, stepsMax });
    if (solved.kind === 'missing') return missing(faultWords(solved.fault));
    const { success, difficulty, passed, tests } = solved.outcome;
    const learned = keep === undefined ? { playbook, added: 0 } : await learnFromTask(ask, solved, playbook);
    const parts = [
      success ? 'success' : 'failure',
      `${passed} of ${tests} tests`,
      `${solved.steps} steps (${solved.how})`,
    ];
    tell([taskId, ...parts, ...(keep === undefined ? [] : [`${learned.added} lines learned`])].join('\t'));
    return { result: { taskId, success, difficulty }, playbook: learned.playbook };
  } catch (error) {
    return missing(error instanceof Error ? error.message : String(error));
  } finally {
    await leased.value.release();
  }
}

/** Task and scenario goal completion, of all and by difficulty. */
export function metricsLines(results: readonly TaskResult[]): string[] {
  const levels = [...metricsByDifficulty(results)].map(([level, metrics]) =>
    lineOf(`difficulty ${level}`, metrics),
  );
  return [lineOf('all', metricsOf(results)), ...levels];
}

const lineOf = (name: string, { tasks, scenarios }: AppWorldMetrics): string =>
  [name, `TGC ${figure(tasks)}`, `SGC ${figure(scenarios)}`].join('\t');

function figure({ percent, measured, missing, bounds }: GoalCompletion): string {
  const n = `n = ${measured}`;
  if (percent === null) return `not measured (${n})`;
  const [lowest, highest] = bounds ?? [percent, percent];
  const range = missing === 0 ? '' : `, ${missing} missing, ${lowest} to ${highest} %`;
  return `${percent} % (${n}${range})`;
}
