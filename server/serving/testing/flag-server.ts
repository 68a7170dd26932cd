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
  /** As a crash ends it. */
  kill(): Promise<void>;
}

export interface FlagServerSettings {
  /** Absent = a free one. */
  readonly port?: number;
  readonly secret?: string;
  /** Its clock is wrong by this. */
  readonly skewMs?: number;
}

export const METRICS_TOKEN = 'a-token-of-tests-long-enough';

export async function startFlagServer(
  databaseUrl: string,
  { port: given, secret = BENCH_SECRET, skewMs = 0 }: FlagServerSettings = {},
): Promise<FlagServer> {
  const port = given ?? (await freePort());
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waggle-serving-'));
  const clock = skewMs === 0 ? [] : ['--import', './server/testing/skewed-clock.mjs'];
  const child = spawn(process.execPath, [...clock, '--import', 'tsx', 'server/serving/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      WAGGLE_DATA_DIR: dataDir,
      TEST_CLOCK_SKEW_MS: String(skewMs),
      WAGGLE_SECRET: secret,
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
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const code = await ended;
    rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
