import { readTask } from '@/lib/environments/read-task';
import { taskFilesOf, taskFolders } from '@/lib/environments/task-folders';
import { seededRng } from '@/lib/random/seeded-rng';
import { makeGate } from '@/server/adapters/gate';
import { readPracticeTasks } from '@/server/services/environments/practice-tasks';
import { type Attempted, KINDS, wordsOf } from './attempt-mix';
import { countMachine } from './machine-count';
import { GONE_MS, reportLeft } from './report-left';

/** Attempts of all kinds in turn over all practice tasks: each ends as its kind has to, and nothing of them is left. */
export async function manyAttempts(
  count: number,
  lanes: number,
  folders: readonly string[],
): Promise<boolean> {
  const tasks = practiceTasks();
  // A process opens some things once and keeps them: they are there before the first count.
  for (const kind of KINDS) await kind.run(inTurn(tasks, 0));
  const before = countMachine(folders);
  const started = performance.now();
  const gate = makeGate(lanes);
  const ends = new Map<string, number>();
  let asExpected = 0;
  const one = async (at: number) => {
    const kind = inTurn(KINDS, at);
    // Each round of kinds meets other tasks.
    const attempted = inTurn(tasks, at + Math.floor(at / tasks.length));
    const words = wordsOf(await kind.run({ ...attempted, rng: attempted.rng.fork(`${at}`) }));
    asExpected += Number(words === kind.expected);
    const line = `${kind.name.padEnd(17)} ${words}${words === kind.expected ? '' : `, NOT ${kind.expected}`}`;
    ends.set(line, (ends.get(line) ?? 0) + 1);
  };
  await Promise.all(Array.from({ length: count }, (_, at) => gate(() => one(at))));
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${count} attempts at ${tasks.length} tasks by ${lanes} lanes in ${seconds} s`);
  for (const [line, times] of [...ends].toSorted()) console.log(`  ${String(times).padStart(4)} ${line}`);
  const isClean = await reportLeft('of the attempts', { before, folders, limitMs: GONE_MS });
  return isClean && asExpected === count;
}

export function practiceTasks(): Attempted[] {
  return taskFolders(readPracticeTasks()).map((folder) => {
    const reading = readTask(taskFilesOf(folder));
    if (!reading.ok) throw new Error(`The practice task ${folder.path} cannot be read.`);
    return { task: reading.task, files: folder.files, rng: seededRng(folder.path) };
  });
}

export const inTurn = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
