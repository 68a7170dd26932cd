import type { ArchivedFile } from '@/lib/environments/task-folders';
import type { TaskSolver } from './attempt-result';

/** Solvers for the self-test of a task: its own solution has to be worth 1, and doing nothing 0. */
export const idleSolver: TaskSolver = async () => undefined;

const OUTPUT_BYTES_MAX = 2_000_000;

export function oracleSolver(files: readonly ArchivedFile[]): TaskSolver {
  return async ({ sandbox, step, workdir, user, variables, signal }) => {
    const { script, variables: own } = step.solution;
    if (script === null) return;
    const folder = script.slice(0, script.lastIndexOf('/') + 1);
    await sandbox.copyIn(
      files
        .filter(({ path }) => path.startsWith(folder))
        .map((file) => ({ ...file, path: `/solution/${file.path.slice(folder.length)}` })),
    );
    await sandbox.exec({
      argv: ['bash', `/solution/${script.slice(folder.length)}`],
      ...(user === undefined ? {} : { user }),
      ...{ cwd: workdir, env: { ...variables, ...own }, signal },
      ...{ timeoutMs: step.agent.timeoutSeconds * 1000, outputBytesMax: OUTPUT_BYTES_MAX },
    });
  };
}
