/**
 * `npm run environments -- check <folder>`: reads a task in the format of Harbor or Terminal-Bench 1, prints what was read and
 * what the task needs beyond a plain sandbox, or the faults with their file and field. Ends with 1 on a fault.
 * `self-test <folder>`: tries the solution of each task in the folder, and doing nothing, in sandboxes of this machine.
 * With `--without-network` also tasks that may want the internet are tried, without one.
 */
import { readTask } from '@/lib/environments/read-task';
import { describeTask } from './environments/describe-task';
import { selfTest } from './environments/self-test';
import { readTaskFolder } from './environments/task-folder';

const USAGE =
  'Name a folder: npm run environments -- check <folder of a task>, or self-test <folder of tasks> [--without-network]';
const LANES = 2;

async function main([command, folder, option]: readonly string[]): Promise<number> {
  const withoutNetwork = option === '--without-network';
  if (command === 'self-test' && folder !== undefined && (withoutNetwork || option === undefined)) {
    const { lines, isSound } = await selfTest({ folder, lanes: LANES, withoutNetwork });
    console.log(lines.join('\n'));
    return isSound ? 0 : 1;
  }
  if (command !== 'check' || folder === undefined) {
    console.error(USAGE);
    return 2;
  }
  const files = readTaskFolder(folder);
  if (typeof files === 'string') {
    console.error(files);
    return 2;
  }
  const read = readTask(files);
  if (read.ok) {
    console.log(describeTask(read.task).join('\n'));
    return 0;
  }
  for (const { file, field, message } of read.faults)
    console.error(`${field === null ? file : `${file}, ${field}`}: ${message}`);
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
