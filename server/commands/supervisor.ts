import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { signalGroup, spawnKept } from '@/server/commands/kept-child';

/**
 * Keeps processes running: one that ends unasked is started again, later each time, and each time with a sentence.
 * Knows nothing of what they do.
 */

const BACK_OFF_MS = 500;
const BACK_OFF_MS_MAX = 30_000;
/** Who ran that long has recovered; the next fault begins at the short wait again. */
const RECOVERED_MS = 60_000;
const STOP_LIMIT_MS = 15_000;
const LOG_BYTES_MAX = 20_000_000;

export interface ProcessPlan {
  readonly name: string;
  /** Arguments for Node. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Where its lines go; null lets them through to the terminal. */
  readonly logFile: string | null;
}

export interface Supervisor {
  start(plan: ProcessPlan): void;
  /** Asks all to end, in the reverse order of their start, and waits. */
  stop(): Promise<void>;
  /** Ends all at once. */
  kill(): void;
  /** How often a process of that name ended unasked. */
  crashes(name: string): number;
}

interface Kept {
  readonly plan: ProcessPlan;
  child: ChildProcess;
  crashes: number;
  waitMs: number;
  timer?: NodeJS.Timeout;
}

export interface SupervisorOptions {
  readonly tell: (sentence: string) => void;
  /** Called whenever the set of living processes changed. */
  readonly onChange: (running: readonly { readonly name: string; readonly pid: number }[]) => void;
}

export function createSupervisor({ tell, onChange }: SupervisorOptions): Supervisor {
  const all: Kept[] = [];
  let isStopping = false;

  const report = () => {
    const living = all.filter(({ child }) => child.pid !== undefined && isRunning(child));
    onChange(living.map(({ plan, child }) => ({ name: plan.name, pid: child.pid ?? 0 })));
  };

  const watch = (kept: Kept) => {
    const startedAt = performance.now();
    kept.child.once('exit', (code, signal) => {
      if (isStopping) return;
      kept.crashes += 1;
      kept.waitMs =
        performance.now() - startedAt > RECOVERED_MS
          ? BACK_OFF_MS
          : Math.min(kept.waitMs * 2, BACK_OFF_MS_MAX);
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      tell(
        `The ${kept.plan.name} ${how} and is started again in ${kept.waitMs / 1000} s${lastLine(kept.plan)}.`,
      );
      kept.timer = setTimeout(() => {
        kept.child = spawnPlan(kept.plan);
        watch(kept);
        report();
      }, kept.waitMs);
    });
  };

  return {
    start(plan) {
      const kept: Kept = { plan, child: spawnPlan(plan), crashes: 0, waitMs: BACK_OFF_MS / 2 };
      all.push(kept);
      watch(kept);
      report();
    },
    async stop() {
      isStopping = true;
      for (const kept of all) clearTimeout(kept.timer);
      for (const { child } of [...all].reverse()) await endChild(child);
    },
    kill() {
      isStopping = true;
      for (const { child } of all) signalGroup(child, 'SIGKILL');
    },
    crashes: (name) => all.find(({ plan }) => plan.name === name)?.crashes ?? 0,
  };
}

function spawnPlan(plan: ProcessPlan): ChildProcess {
  const output = plan.logFile === null ? 'inherit' : openLog(plan.logFile);
  const child = spawnKept(plan.args, { cwd: plan.cwd, env: plan.env, output });
  if (typeof output === 'number') closeSync(output);
  child.on('error', () => child.kill('SIGKILL'));
  return child;
}

function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true });
  if (existsSync(file) && statSync(file).size > LOG_BYTES_MAX) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/** The last thing it said, for the sentence about its end. */
export function lastLine({ logFile }: Pick<ProcessPlan, 'logFile'>): string {
  if (logFile === null || !existsSync(logFile)) return '';
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  const telling =
    lines.findLast((line) => /error|cannot|refused|missing|fatal/i.test(line)) ?? lines.at(-1) ?? '';
  return telling === '' ? '' : ` (${telling.trim().slice(0, 300)}; all of it in ${logFile})`;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function endChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(force);
}
