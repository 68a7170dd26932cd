import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ListedTool } from '@/lib/domain/tool-agent';
import { guardedConnection } from '@/server/adapters/guarded-fetch';
import { httpTransport } from '@/server/adapters/tools/http-transport';
import { openToolSession } from '@/server/adapters/tools/mcp-session';
import { freePort } from '@/server/config/ports';

/** The reference server of the Model Context Protocol, as its makers publish it, over stdio and over HTTP. */
const entry = path.join(
  path.dirname(
    createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json'),
  ),
  'dist/index.js',
);

export const EVERYTHING_ARGV = [process.execPath, entry, 'stdio'];
export const EVERYTHING_PROGRAM = { argv: EVERYTHING_ARGV, memoryMb: 2048, processes: 64, concurrency: 4 };

export interface EverythingServer {
  readonly url: string;
  /** Tools of these names, as it lists them. */
  tools(...names: readonly string[]): Promise<ListedTool[]>;
  kill(): Promise<void>;
}

export async function startEverything(): Promise<EverythingServer> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [entry, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The server ended before it listened.')));
    child.stderr?.on('data', (chunk) => {
      if (`${chunk}`.includes('listening')) resolve();
    });
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  return {
    url,
    async tools(...names) {
      const connection = guardedConnection(2, ['127.0.0.1']);
      const transport = httpTransport({ url, connection, headers: {} });
      const session = await openToolSession('everything', transport, new AbortController().signal);
      await session.close();
      await connection.close();
      return session.tools.filter(({ name }) => names.includes(name));
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
