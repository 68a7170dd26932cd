import { readTar } from '@/lib/environments/tar-read';
import { writeTar } from '@/lib/environments/tar-write';
import { AppError } from '@/lib/errors/app-error';
import type { CopiedOut, ExecEnd, SandboxFile } from '@/lib/ports/sandbox';

/**
 * Copies by the sandbox's own `tar`: it resolves links inside of the sandbox, whatever they say. Its archive is read as
 * the work of a stranger.
 */
export interface Copying {
  /** Runs as root, without the outputs' limit of an attempt. */
  run(
    argv: readonly string[],
    stdin: Uint8Array | string,
    outputBytesMax: number,
  ): Promise<{ readonly end: ExecEnd; readonly stdout: Buffer }>;
}

const MESSAGE_BYTES_MAX = 64 * 1024;
/** An archive may have so much more than its files: headers, padding, its end. */
const ARCHIVE_SHARE = 2;

export async function copyInto({ run }: Copying, files: readonly SandboxFile[]): Promise<void> {
  if (files.length === 0) return;
  const { end } = await run(['tar', '-C', '/', '-xf', '-'], writeTar(files), MESSAGE_BYTES_MAX);
  if (end.kind === 'exited' && end.code === 0) return;
  throw new AppError('ENVIRONMENT_DOWN', `Files could not be copied into the sandbox: ${said(end)}.`);
}

export async function copyFrom({ run }: Copying, path: string, bytesMax: number): Promise<CopiedOut> {
  const { base, folder } = split(path);
  const most = bytesMax * ARCHIVE_SHARE + MESSAGE_BYTES_MAX;
  const kind = await run(['sh', '-c', KIND, path], '', MESSAGE_BYTES_MAX);
  const word = kind.stdout.toString().trim();
  if (word === 'missing') return { kind: 'missing' };
  const member = word === 'folder' ? ['-C', path, '-cf', '-', '.'] : ['-C', folder, '-cf', '-', `./${base}`];
  const { end, stdout } = await run(['tar', ...member], '', most);
  if (end.kind === 'overOutput') return { kind: 'overSize' };
  const content = end.kind === 'exited' ? readTar(stdout) : null;
  if (content === null)
    throw new AppError('ENVIRONMENT_DOWN', `${path} could not be copied out of the sandbox: ${said(end)}.`);
  const bytes = content.files.reduce((total, file) => total + file.content.length, 0);
  return bytes > bytesMax ? { kind: 'overSize' } : { kind: 'copied', ...content };
}

/** A link at the path itself is followed, inside of the sandbox, where it leads to a folder. */
const KIND =
  'if [ -d "$0" ]; then echo folder; elif [ -e "$0" ] || [ -L "$0" ]; then echo file; else echo missing; fi';

function split(path: string): { folder: string; base: string } {
  const at = path.lastIndexOf('/');
  return { folder: path.slice(0, at) || '/', base: path.slice(at + 1) };
}

function said(end: ExecEnd): string {
  return end.kind === 'notStarted' ? end.reason : end.stderr.trim() || end.kind;
}
