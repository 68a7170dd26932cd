import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { watchGroup } from './memory-watch';
import { askGroupToEnd, killGroup } from './program-group';
import { exitCodeIn, inBubblewrap, STATUS_FD, signalIn } from './program-isolation';
import type { KeptOutput } from './program-output';
import type { Ticker } from './ticker';

/**
 * One program, started without a shell in a folder of its own that is gone afterwards, with an environment that holds
 * nothing of the worker's but PATH. It leads a process group, so that what it started ends with it. Knows nothing of
 * scores and agents.
 */
export type ProgramEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'killedBySignal'; readonly signal: string }
  | { readonly kind: 'overTime' | 'overMemory' | 'overProcesses' | 'overOutput' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'notStarted'; readonly reason: string };

export interface ProgramStart {
  readonly argv: readonly string[];
  /** The whole input, or what takes the open pipe and writes to it while the program runs. */
  readonly stdin: string | ((pipe: Writable) => void);
  readonly signal: AbortSignal | undefined;
  readonly stdout: KeptOutput;
  /** For all processes of the group together. */
  readonly memoryMb: number;
  readonly processesMax?: number;
  /** Absent = until the signal aborts. */
  readonly timeoutMs?: number;
  /** Added to the environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Time between SIGTERM and SIGKILL once the signal aborts; absent = SIGKILL at once. */
  readonly grace?: { readonly ms: number; readonly ticker: Ticker };
  /** Run in bubblewrap with these files and folders hidden; absent = with the worker's own rights. */
  readonly sandbox?: { readonly hidden: readonly string[] };
}

const STDERR_KEPT = 2_000;
const MB = 1024 * 1024;

export async function runProgram(start: ProgramStart): Promise<ProgramEnd> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waggle-program-'));
  try {
    if (start.signal?.aborted) return { kind: 'aborted' };
    return await runIn(folder, start);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Child = ChildProcess & {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
};

function spawnIn(folder: string, { argv, memoryMb, variables, sandbox }: ProgramStart): Child {
  const temporaryBytes = memoryMb * MB;
  const [program = '', ...args] = sandbox
    ? inBubblewrap(argv, { folder, temporaryBytes, hidden: sandbox.hidden })
    : argv;
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    ...variables,
  };
  return spawn(program, args, {
    cwd: folder,
    env: env as NodeJS.ProcessEnv,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', sandbox ? 'pipe' : 'ignore'],
  }) as Child;
}

function runIn(folder: string, start: ProgramStart): Promise<ProgramEnd> {
  const { stdin, signal, stdout, memoryMb, processesMax = Number.POSITIVE_INFINITY, grace } = start;
  return new Promise((resolve) => {
    const child = spawnIn(folder, start);
    let stderr = '';
    let status = '';
    let cut: ProgramEnd | undefined;
    let takeBack: () => void = () => undefined;

    // A process that left the group may hold these open for ever.
    const hangUp = () => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const kill = (end: ProgramEnd) => {
      cut ??= end;
      killGroup(child.pid);
      hangUp();
    };
    const onAbort = () => {
      if (grace === undefined) return kill({ kind: 'aborted' });
      cut ??= { kind: 'aborted' };
      askGroupToEnd(child.pid, start.sandbox !== undefined);
      takeBack = grace.ticker.after(grace.ms, () => kill({ kind: 'aborted' }));
    };
    const timer =
      start.timeoutMs === undefined
        ? undefined
        : setTimeout(() => kill({ kind: 'overTime' }), start.timeoutMs);
    const limits = { bytes: memoryMb * MB, processes: processesMax };
    const unwatch =
      child.pid === undefined ? () => undefined : watchGroup(child.pid, limits, (kind) => kill({ kind }));
    signal?.addEventListener('abort', onAbort, { once: true });
    const end = (how: ProgramEnd) => {
      clearTimeout(timer);
      takeBack();
      unwatch();
      signal?.removeEventListener('abort', onAbort);
      resolve(cut ?? how);
    };

    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (!stdout.take(chunk)) kill({ kind: 'overOutput' });
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-STDERR_KEPT);
    });
    (child.stdio[STATUS_FD] as Readable | null)?.on('data', (chunk: Buffer) => {
      status += chunk.toString();
    });
    // A program that never reads its input ends by its own exit code; the broken pipe says nothing more.
    child.stdin.on('error', () => undefined);
    if (typeof stdin === 'string') child.stdin.end(stdin);
    else stdin(child.stdin);
    child.once('error', (error) => end({ kind: 'notStarted', reason: error.message }));
    child.once('exit', () => {
      // Processes left in its group would keep using the CPU and hold the output open.
      killGroup(child.pid);
      takeBack();
      if (grace !== undefined) takeBack = grace.ticker.after(grace.ms, hangUp);
    });
    child.once('close', (code, killedBy) => {
      const inside = code !== null && start.sandbox ? exitCodeIn(status) : code;
      const signalled = start.sandbox && inside !== null ? signalIn(inside) : killedBy;
      if (code !== null && inside === null) end({ kind: 'notStarted', reason: stderr });
      else if (inside === null || signalled) end({ kind: 'killedBySignal', signal: signalled ?? 'unknown' });
      else end({ kind: 'exited', code: inside, stdout: stdout.text(), stderr });
    });
  });
}
