import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** `npm run backup` and `npm run restore` as processes of their own, on a database of a test. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CommandPlace {
  readonly url: string;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const PASSPHRASE = 'bees dance in the dark';

export function startCommand(
  name: 'backup' | 'restore',
  args: readonly string[],
  place: CommandPlace,
): ChildProcess {
  const { WAGGLE_SECRET: _others, ...inherited } = process.env;
  return spawn(process.execPath, ['--import', 'tsx', `server/commands/${name}.ts`, ...args], {
    env: {
      ...inherited,
      DATABASE_URL: place.url,
      WAGGLE_DATA_DIR: place.dataDir,
      WAGGLE_BACKUP_PASSPHRASE: PASSPHRASE,
      ...place.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function runCommand(...called: Parameters<typeof startCommand>): Promise<Ended> {
  const child = startCommand(...called);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  if (!child.stdout || !child.stderr) throw new Error('The command has no output to read.');
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}
