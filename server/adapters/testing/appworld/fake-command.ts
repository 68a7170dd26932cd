import path from 'node:path';
import type { WorldServers } from '@/server/adapters/appworld/world-pool';

const PROCESS = path.resolve(import.meta.dirname, 'fake-server-process.ts');

/** A command that starts the fake AppWorld server. */
export const fakeCommand = (ports: readonly number[]): WorldServers => ({
  kind: 'command',
  argv: [process.execPath, '--import', 'tsx', PROCESS, '{port}'],
  ports,
});
