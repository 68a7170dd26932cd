import { spawn } from 'node:child_process';
import type { OwnInstance } from '@/server/commands/support/own-instance';

/** Runs `waggle replay <run>` against an instance's database: the very command that people use. */
export function replayFromCommand(
  own: OwnInstance,
  runId: string,
): Promise<{ readonly same: boolean; readonly said: string }> {
  const args = ['--import', 'tsx', 'server/commands/waggle.ts', 'replay', runId];
  const env = { ...process.env, DATABASE_URL: own.databaseUrl(), WAGGLE_DATA_DIR: own.dataDir };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    child.once('exit', (code) => resolve({ same: code === 0, said: said.trim() }));
  });
}
