import { readTask } from '@/lib/environments/read-task';
import { type TaskFolder, taskFilesOf, taskFolders } from '@/lib/environments/task-folders';
import { runWithoutNetwork } from '@/lib/environments/task-needs';
import type { AttemptResult, TaskSolver } from '@/server/adapters/environments/attempt-result';
import { attemptTask } from '@/server/adapters/environments/attempt-task';
import { idleSolver, oracleSolver } from '@/server/adapters/environments/oracle-solver';
import { makeGate } from '@/server/adapters/gate';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { readFolder } from '@/server/services/environments/read-folder';

/** A task is sound where its own solution is worth 1 and doing nothing 0. Tried in sandboxes of this machine. */
export interface SelfTest {
  readonly lines: readonly string[];
  readonly isSound: boolean;
}

/** `withoutNetwork` also tries tasks that may want the internet, without one: it shows which of them use it. */
export interface SelfTestParts {
  readonly folder: string;
  readonly lanes: number;
  readonly withoutNetwork: boolean;
}

export async function selfTest({ folder, lanes, withoutNetwork }: SelfTestParts): Promise<SelfTest> {
  const reason = await bubblewrapSandboxes.whyNot();
  if (reason !== null) return { lines: [`There are no sandboxes here: ${reason}`], isSound: false };
  const folders = taskFolders(readFolder(folder));
  if (folders.length === 0)
    return { lines: [`No folder in ${folder} has a task.toml or a task.yaml.`], isSound: false };
  const gate = makeGate(lanes);
  const { signal } = new AbortController();
  const tried = await Promise.all(
    folders.map((one) => gate(() => tryOne(one, withoutNetwork, signal), signal)),
  );
  const sound = tried.filter(({ isSound }) => isSound).length;
  return {
    lines: [...tried.map(({ line }) => line), `${sound} of ${tried.length} tasks are sound.`],
    isSound: sound === tried.length,
  };
}

async function tryOne(folder: TaskFolder, withoutNetwork: boolean, signal: AbortSignal) {
  const name = folder.path === '' ? '.' : folder.path;
  const read = readTask(taskFilesOf(folder));
  if (!read.ok) {
    const [fault] = read.faults;
    return { line: `${name}: ${fault?.file}: ${fault?.message}`, isSound: false };
  }
  const task = withoutNetwork ? runWithoutNetwork(read.task) : read.task;
  const attempt = (solve: TaskSolver) =>
    attemptTask({ sandboxes: bubblewrapSandboxes, task, files: folder.files, solve, signal });
  const idle = await attempt(idleSolver);
  if (read.task.steps.every(({ solution }) => solution.script === null))
    return { line: `${name}: doing nothing ${words(idle)}, no solution to try`, isSound: false };
  const oracle = await attempt(oracleSolver(folder.files));
  const isSound = rewardOf(idle) === 0 && rewardOf(oracle) === 1;
  return { line: `${name}: doing nothing ${words(idle)}, solution ${words(oracle)}`, isSound };
}

const rewardOf = (result: AttemptResult) => (result.kind === 'judged' ? result.reward : null);

const words = (result: AttemptResult): string =>
  result.kind === 'judged'
    ? String(result.reward)
    : `not judged (${result.phase}: ${result.detail.split('\n')[0]})`;
