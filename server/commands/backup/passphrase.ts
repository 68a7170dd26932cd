import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError } from '@/lib/errors/app-error';

/** The passphrase of a backup: from WAGGLE_BACKUP_PASSPHRASE, else typed at the terminal, where it is never shown. */

const LENGTH_LEAST = 12;

/** For a new backup: typed twice, because a slip would lose the secrets. Null = none can be had here. */
export async function newPassphrase(): Promise<string | null> {
  const given = process.env.WAGGLE_BACKUP_PASSPHRASE;
  const chosen = given ?? (await typed('Passphrase for the secrets in this backup: '));
  if (chosen === null) return null;
  if (chosen.length < LENGTH_LEAST)
    throw new AppError('INPUT_INVALID', `The passphrase needs at least ${LENGTH_LEAST} characters.`);
  if (given === undefined && (await typed('The same once more: ')) !== chosen)
    throw new AppError('INPUT_INVALID', 'The two passphrases differ: no backup was made. Try again.');
  return chosen;
}

/** The one that a backup was made with. Null = none can be had here. */
export async function knownPassphrase(): Promise<string | null> {
  return process.env.WAGGLE_BACKUP_PASSPHRASE ?? (await typed('Passphrase of the backup: '));
}

/** For where none can be had. */
export function passphraseMissing(wayOn: string): AppError {
  return new AppError(
    'INPUT_INVALID',
    `The secrets of the backup need a passphrase and there is no terminal to ask at: set WAGGLE_BACKUP_PASSPHRASE, or ${wayOn}.`,
  );
}

async function typed(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  process.stdout.write(question);
  // The line editor echoes into nothing.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const given = new AbortController();
  lines.on('SIGINT', () => given.abort());
  try {
    return await lines.question('', { signal: given.signal });
  } catch (cause) {
    throw new AppError('INPUT_INVALID', 'Stopped: nothing was changed.', { cause });
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}
