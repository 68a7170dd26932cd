import type { ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { Running } from './run-limits';

/**
 * The worker's side of the program that runs the execs of one sandbox (`bubblewrap-serve`): its lines, and the pipes that
 * it makes for each exec, which are opened here by its descriptors. One exec at a time.
 */
export interface Outer {
  /** First process of the outer process name space: all ends with it. */
  readonly keeper: number;
  /** Null where the sandbox has ended; a reason where the program cannot be started. */
  run(start: ExecStart): Promise<Running | { readonly refusal: string } | null>;
}

export interface ExecStart {
  readonly argv: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly hasInput: boolean;
}

export type OuterProcess = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** Resolves once the sandbox is up, with null where it has ended before. */
export async function openOuter(child: OuterProcess): Promise<Outer | null> {
  const pid = child.pid ?? 0;
  const next = linesOf(child.stdout);
  // It has ended, as its next line tells.
  child.stdin.on('error', () => undefined);
  let ready = await next();
  const keeper = Number(ready?.split(' ')[1]);
  if (ready === null) return null;

  return {
    keeper,
    async run(start) {
      ready ??= await next();
      if (ready === null) return null;
      const pipes = openPipes(pid, ready.split(' ').slice(2), start.hasInput);
      ready = null;
      if (pipes === null) return null;
      child.stdin.write(requestFor(start));
      const answer = await next();
      const refusal = /^refused (.*)$/.exec(answer ?? '')?.[1];
      if (refusal !== undefined) {
        for (const pipe of Object.values(pipes)) pipe?.destroy();
        return { refusal: Buffer.from(refusal, 'latin1').toString() };
      }
      return {
        ...pipes,
        pid: answer === null ? null : Number(answer.split(' ')[1]),
        exited: next().then((line) => (line === null ? null : Number(line.split(' ')[1]))),
      };
    },
  };
}

function requestFor({ argv, folder, environment }: ExecStart): Buffer {
  const variables = Object.entries(environment);
  const all = [folder, `${variables.length}`, ...variables.flat(), ...argv];
  const words = Buffer.from(all.map((word) => `${word}\0`).join(''));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(words.length);
  return Buffer.concat([length, words]);
}

/** Null where the program is gone. */
function openPipes(pid: number, descriptors: readonly string[], hasInput: boolean) {
  const opened: number[] = [];
  const open = (index: number, flags: number) => {
    const fd = openSync(`/proc/${pid}/fd/${descriptors[index]}`, flags | O_NONBLOCK);
    opened.push(fd);
    return fd;
  };
  try {
    const input = hasInput ? open(0, O_WRONLY) : null;
    const [stdout, stderr] = [open(1, O_RDONLY), open(2, O_RDONLY)];
    const read = (fd: number) => new Socket({ fd, readable: true, writable: false });
    return {
      stdin: input === null ? null : new Socket({ fd: input, readable: false, writable: true }),
      ...{ stdout: read(stdout), stderr: read(stderr) },
    };
  } catch (error) {
    for (const fd of opened) closeSync(fd);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/** Asks for one line after the other; null from the end on. */
function linesOf(stream: Readable): () => Promise<string | null> {
  const lines: string[] = [];
  const waiting: ((line: string | null) => void)[] = [];
  let part = '';
  let isOver = false;
  const give = () => {
    while (waiting.length > 0 && (lines.length > 0 || isOver)) waiting.shift()?.(lines.shift() ?? null);
  };
  stream.on('data', (chunk: Buffer) => {
    const all = (part + chunk.toString('latin1')).split('\n');
    part = all.pop() ?? '';
    lines.push(...all);
    give();
  });
  stream.once('close', () => {
    isOver = true;
    give();
  });
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      give();
    });
}
