import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { AppError } from '@/lib/errors/app-error';

/** A thread that runs a file of the repository, from the built server too. */
const BUILT_SERVER = path.join('.next', 'standalone');

/** The bundler replaces a plain `new Worker` by a bundle of its own, in which imports and files are missing. */
export function startThread(file: string, options: Omit<WorkerOptions, 'execArgv'>): Worker {
  return Reflect.construct(Worker, [threadFile(file), { ...options, execArgv: ['--import', 'tsx'] }]);
}

/** The built server runs in a folder of the build, where the tracer may leave this file without its imports. */
function threadFile(name: string): string {
  const folder = /* turbopackIgnore: true */ process.cwd();
  const root = folder.endsWith(BUILT_SERVER) ? path.resolve(folder, '../..') : folder;
  const file = path.join(root, name);
  if (!existsSync(file))
    throw new AppError('CONFIG_INVALID', `The file ${name} is missing: restore it from the repository.`);
  return file;
}
