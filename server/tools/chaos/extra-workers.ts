import { type ChildProcess, spawn } from 'node:child_process';
import type { OwnInstance } from '@/server/commands/support/own-instance';

/** More workers on an instance's database, as `npm run worker` starts them; one that ends is started again. */
export interface ExtraWorkers {
  stop(): Promise<void>;
}

const AGAIN_MS = 500;

export function startExtraWorkers(own: OwnInstance, count: number): ExtraWorkers {
  const children = new Set<ChildProcess>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopping = false;
  const env = { ...process.env, ...own.settings, DATABASE_URL: own.databaseUrl(), PORT: '' };

  const start = () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/worker/main.ts'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.add(child);
    child.once('exit', () => {
      children.delete(child);
      if (!isStopping) timers.add(setTimeout(start, AGAIN_MS));
    });
  };
  for (let started = 0; started < count; started += 1) start();

  return {
    async stop() {
      isStopping = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(
        [...children].map((child) => {
          const ended = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGTERM');
          return ended;
        }),
      );
    },
  };
}
