import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@/server/config/ports';
import { BENCH_SECRET } from './ofrep-bench';

/** The flag server as `npm start` starts it: a process of its own over a test's database. */
export interface FlagServer {
  readonly origin: string;
  /** With the code that it ended with. */
  stop(): Promise<number | null>;
}

export const METRICS_TOKEN = 'a-token-of-tests-long-enough';

export async function startFlagServer(databaseUrl: string): Promise<FlagServer> {
  const port = await freePort();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waggle-serving-'));
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/serving/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      WAGGLE_DATA_DIR: dataDir,
      WAGGLE_SECRET: BENCH_SECRET,
      WAGGLE_SERVING_PORT: String(port),
      LOG_LEVEL: 'error',
      WAGGLE_METRICS_TOKEN: METRICS_TOKEN,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await Promise.race([
    new Promise((resolve) => child.stdout.once('data', resolve)),
    ended.then((code) => {
      throw new Error(`The flag server ended with code ${code} before it listened.`);
    }),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
