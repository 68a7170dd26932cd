import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EnvironmentTask } from '@/lib/domain/environment-task';
import type { JobFiles } from '@/lib/environments/harbor/read-job';
import type { ArchivedFile } from '@/lib/environments/task-folders';

/** The two folders of a run by Harbor: the task that it reads, and the results that it writes. */
export interface WrittenTask {
  readonly folder: string;
  readonly task: EnvironmentTask;
  readonly files: readonly ArchivedFile[];
  /** Put before the instruction of each step; empty = nothing. */
  readonly system: string;
}

const EXECUTABLE = 0o755;
const PLAIN = 0o644;

export async function writeTask({ folder, task, files, system }: WrittenTask): Promise<void> {
  const instructions = new Map(
    task.steps.map(({ name, instruction }) => [
      name === null ? 'instruction.md' : `steps/${name}/instruction.md`,
      system === '' ? instruction : `${system}\n\n${instruction}`,
    ]),
  );
  for (const { path: name, content, isExecutable } of files) {
    const place = path.join(folder, name);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, instructions.get(name) ?? content);
    await chmod(place, isExecutable ? EXECUTABLE : PLAIN);
  }
}

const BYTES_MAX = 32 * 1024 ** 2;
const OF_TRIAL = ['result.json', 'config.json', 'exception.txt'];
const OF_STEP = [
  ['agent', 'trajectory.json'],
  ['verifier', 'test-stdout.txt'],
] as const;

/**
 * The files of a job that are read. Folders of agent and tests were open to what ran in the container, so no link is
 * followed, nothing but a regular file is opened, and a file that is too large is left out.
 */
export async function readJobFolder(folder: string): Promise<JobFiles> {
  const found = new Map<string, string>();
  const take = async (...parts: readonly string[]) => {
    const text = await textOf(path.join(folder, ...parts));
    if (text !== null) found.set(parts.join('/'), text);
  };
  for (const trial of await foldersIn(folder)) {
    for (const name of OF_TRIAL) await take(trial, name);
    const steps = await foldersIn(path.join(folder, trial, 'steps'));
    for (const place of [[], ...steps.map((step) => ['steps', step])])
      for (const [part, name] of OF_STEP)
        if (await isFolder(path.join(folder, trial, ...place, part))) await take(trial, ...place, part, name);
  }
  return found;
}

async function foldersIn(folder: string): Promise<string[]> {
  if (!(await isFolder(folder))) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await lstat(place)).isDirectory();
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

async function textOf(place: string): Promise<string | null> {
  try {
    const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const about = await file.stat();
      return about.isFile() && about.size <= BYTES_MAX ? await file.readFile('utf8') : null;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Also a link in its place, a socket, or a file that the worker may not read. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENXIO'];
const isAbsent = (error: unknown) => ABSENT.includes((error as NodeJS.ErrnoException).code ?? '');
