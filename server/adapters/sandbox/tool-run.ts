import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { newName } from './leftovers';

/** One run of a tool of the host that runs a program in a sandbox: its outputs within limits, and how it ended. */
export interface ToolStart {
  readonly argv: readonly string[];
  readonly stdin: string | Uint8Array;
  /** For the tool itself, on a descriptor of its own; its answers come on descriptor 3. */
  readonly settings?: string;
  /** Absent = none of the worker's: what is meant for a sandbox would reach tools that have the worker's rights. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly outputBytesMax: number;
  readonly signal: AbortSignal | undefined;
  /** Called once it runs; the result ends the run early, and is not asked again. */
  readonly watch?: (pid: number, end: (cut: ToolCut) => void) => () => void;
  /** Ends all that the run has started. Resolves once it is gone. */
  readonly kill: (pid: number) => Promise<void>;
}

export type ToolCut = 'timeout' | 'overOutput' | 'stop' | 'memory' | 'processes';

export interface ToolEnd {
  /** Null where the tool was not found. */
  readonly pid: number | null;
  readonly cut: ToolCut | null;
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly status: string;
}

export const STATUS_FD = 3;
export const SETTINGS_FD = 4;
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
/** A program left running may hold the outputs open: they are read for so long after the exec itself has ended. */
const DRAIN_MS = 20;
const DRAINS_MAX = 10;

type Child = ChildProcess & {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
};

export function runTool(start: ToolStart): Promise<ToolEnd> {
  const [program = '', ...args] = start.argv;
  return new Promise((resolve) => {
    const environment: Record<string, string> = { ...ENVIRONMENT, ...start.environment };
    const settings = openSettings(start.settings ?? '');
    const child = spawn(program, args, {
      cwd: '/',
      env: environment as NodeJS.ProcessEnv,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', settings],
    }) as Child;
    closeSync(settings);
    const { stdin, stdout, stderr } = child;
    const status = child.stdio[STATUS_FD] as Readable;
    const kept = { stdout: [] as Buffer[], stderr: [] as Buffer[], status: [] as Buffer[] };
    let bytes = 0;
    let cut: ToolCut | null = null;
    let killing: Promise<void> = Promise.resolve();

    const end = (why: ToolCut) => {
      if (cut !== null) return;
      cut = why;
      if (child.pid !== undefined) killing = start.kill(child.pid);
      killing.then(hangUp, (error) => child.emit('error', error));
    };
    const hangUp = () => {
      for (const pipe of [stdout, stderr, status]) pipe.destroy();
    };
    const take = (from: 'stdout' | 'stderr') => (chunk: Buffer) => {
      const room = Math.max(0, start.outputBytesMax - bytes);
      bytes += chunk.length;
      if (room > 0) kept[from].push(chunk.subarray(0, room));
      if (bytes > start.outputBytesMax) end('overOutput');
    };
    const onAbort = () => end('stop');
    const timer = setTimeout(() => end('timeout'), start.timeoutMs);
    const unwatch = child.pid === undefined ? undefined : start.watch?.(child.pid, end);
    start.signal?.addEventListener('abort', onAbort, { once: true });
    if (start.signal?.aborted) onAbort();

    stdout.on('data', take('stdout'));
    stderr.on('data', take('stderr'));
    status.on('data', (chunk: Buffer) => kept.status.push(chunk));
    // A program that never reads its input ends by its own exit code.
    stdin.on('error', () => undefined);
    stdin.end(start.stdin);

    const settle = async (code: number | null, pid: number | null) => {
      clearTimeout(timer);
      unwatch?.();
      start.signal?.removeEventListener('abort', onAbort);
      await killing;
      const text = Buffer.concat(kept.status).toString();
      resolve({
        ...{ pid, cut, code, status: text },
        stdout: Buffer.concat(kept.stdout),
        stderr: Buffer.concat(kept.stderr),
      });
    };
    child.once('error', (error) => {
      kept.stderr.push(Buffer.from(error.message));
      settle(null, null);
    });
    child.once('exit', () => {
      let [seen, looks] = [-1, 0];
      const drain = setInterval(() => {
        looks += 1;
        if (bytes === seen || looks > DRAINS_MAX) hangUp();
        seen = bytes;
      }, DRAIN_MS);
      child.once('close', () => clearInterval(drain));
    });
    child.once('close', (code) => settle(code, child.pid ?? null));
  });
}

/** A file whose name is gone at once, or with a later start where its maker is killed in between; open at its start: some tools open the descriptor anew, which a pipe of Node does not allow. */
function openSettings(text: string): number {
  const at = path.join(os.tmpdir(), `${newName()}-${randomUUID()}`);
  const file = openSync(at, 'wx+', 0o600);
  unlinkSync(at);
  writeSync(file, text, 0);
  return file;
}
