import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { RunnerAgentAtBench } from './runner-bench';

/** A client of runners as a process of its own, and a line to the flag server that a test may cut. */
export interface ClientProcess {
  readonly pid: number;
  readonly lines: readonly string[];
  kill(signal: NodeJS.Signals): void;
  /** Exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

const FOLDER = path.resolve('server/serving/runners/testing');

export const CLIENTS = {
  typescript: [process.execPath, path.join(FOLDER, 'node-runner.mjs')],
  python: ['python3', path.join(FOLDER, 'python-runner.py')],
} as const;

export function startClient(
  client: keyof typeof CLIENTS,
  { key, name }: Pick<RunnerAgentAtBench, 'key' | 'name'>,
  url: string,
  more: Readonly<Record<string, string>> = {},
): ClientProcess {
  const [command, script] = CLIENTS[client];
  const env = { ...process.env, RUNNER_URL: url, RUNNER_KEY: key, RUNNER_AGENT: name, ...more };
  const child = spawn(command, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    const parts = (rest + part).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  return {
    pid: child.pid ?? 0,
    lines,
    kill: (signal) => void child.kill(signal),
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}

/** A line that passes bytes on; cut, it drops every connection and takes none until it is restored. */
export interface CutLine {
  readonly url: string;
  /** Connections made so far. */
  readonly count: number;
  drop(): void;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function openLine(origin: string): Promise<CutLine> {
  const { port } = new URL(origin);
  const open = new Set<Socket>();
  let isCut = false;
  let count = 0;
  const server = createServer((near) => {
    count += 1;
    if (isCut) return near.destroy();
    const far = createConnection(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    return near;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    get count() {
      return count;
    },
    drop,
    cut() {
      isCut = true;
      drop();
    },
    restore() {
      isCut = false;
    },
    async close() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
