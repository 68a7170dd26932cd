/**
 * Runs in name spaces of its own (own-machine), as its arguments say: `attempts <n> <lanes>`, `kill <lanes>`, and for the
 * workers of that, `endless <lanes>` and `once`.
 */
import os from 'node:os';
import { endlessAttempts, killedWorker, oneAttempt } from './killed-worker';
import { manyAttempts } from './many-attempts';

const folders = [os.tmpdir(), process.env.WAGGLE_DATA_DIR ?? '.data'];

async function main([what, ...numbers]: readonly string[]): Promise<boolean> {
  const [first = 0, second = 0] = numbers.map(Number);
  if (what === 'attempts') return await manyAttempts(first, second, folders);
  if (what === 'kill') return await killedWorker(first, folders);
  if (what === 'endless') return await endlessAttempts(first);
  return await oneAttempt();
}

process.exit((await main(process.argv.slice(2))) ? 0 : 1);
