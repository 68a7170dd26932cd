import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Command } from '@/server/config/commands';
import { watchMemory } from './memory-watch';

/**
 * One program, started without a shell in a folder of its own that is gone afterwards, with an environment that holds
 * nothing of the worker's but PATH. It leads a process group, so that what it started ends with it. Knows nothing of
 * scores.
 */
export type ProgramEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'killedBySignal'; readonly signal: string }
  | { readonly kind: 'overTime' | 'overMemory' | 'overOutput' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'notStarted'; readonly reason: string };

const STDOUT_MAX = 64 * 1024;
const STDERR_KEPT = 2_000;
const MB = 1024 * 1024;

export async function runProgram(
  command: Command,
  stdin: string,
  signal: AbortSignal | undefined,
): Promise<ProgramEnd> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waggle-program-'));
  try {
    if (signal?.aborted) return { kind: 'aborted' };
    return await runIn(folder, { command, stdin, signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Started {
  readonly command: Command;
  readonly stdin: string;
  readonly signal: AbortSignal | undefined;
}

function runIn(folder: string, { command, stdin, signal }: Started): Promise<ProgramEnd> {
  const [program = '', ...args] = command.argv;
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
  };
  return new Promise((resolve) => {
    const options: SpawnOptionsWithoutStdio = { cwd: folder, env: env as NodeJS.ProcessEnv, detached: true };
    const child = spawn(program, args, options);
    let stdout = '';
    let stderr = '';
    let cut: ProgramEnd | undefined;

    const kill = (end: ProgramEnd) => {
      cut ??= end;
      killGroup(child.pid);
      // A process that left the group may hold these open for ever.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const onAbort = () => kill({ kind: 'aborted' });
    const timer = setTimeout(() => kill({ kind: 'overTime' }), command.timeoutMs);
    const unwatch =
      child.pid === undefined
        ? () => undefined
        : watchMemory(child.pid, command.memoryMb * MB, () => kill({ kind: 'overMemory' }));
    signal?.addEventListener('abort', onAbort);
    const end = (how: ProgramEnd) => {
      clearTimeout(timer);
      unwatch();
      signal?.removeEventListener('abort', onAbort);
      resolve(cut ?? how);
    };

    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      if (stdout.length > STDOUT_MAX) kill({ kind: 'overOutput' });
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-STDERR_KEPT);
    });
    // A program that never reads its input ends by its own exit code; the broken pipe says nothing more.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    child.once('error', (error) => end({ kind: 'notStarted', reason: error.message }));
    // Processes left in its group would keep using the CPU and hold the output open.
    child.once('exit', () => killGroup(child.pid));
    child.once('close', (code, killedBy) =>
      end(
        code === null
          ? { kind: 'killedBySignal', signal: killedBy ?? 'unknown' }
          : { kind: 'exited', code, stdout, stderr },
      ),
    );
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The group has no process left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
