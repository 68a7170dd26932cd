import { AppError } from '@/lib/errors/app-error';
import type { SandboxFile } from '@/lib/ports/sandbox';

/** Tar archives (POSIX, names as UTF-8) of files and folders with absolute paths, owned by root, to be unpacked at "/". */
const BLOCK = 512;
const NAME_BYTES_MAX = 100;

export function writeTar(files: readonly SandboxFile[]): Buffer {
  const members = files.flatMap(({ path, content, isExecutable }) => {
    const name = checkedName(path);
    const mode = isExecutable ? 0o755 : 0o644;
    return [...longName(name), header(name, content.length, mode, '0'), padded(content)];
  });
  return Buffer.concat([...members, Buffer.alloc(2 * BLOCK)]);
}

/** One folder and those on the way to it. */
export function folderTar(path: string): Buffer {
  const parts = checkedName(path).split('/');
  const members = parts.flatMap((_, at) => {
    const name = `${parts.slice(0, at + 1).join('/')}/`;
    return [...longName(name), header(name, 0, 0o755, '5')];
  });
  return Buffer.concat([...members, Buffer.alloc(2 * BLOCK)]);
}

/** Relative to "/". */
function checkedName(path: string): string {
  const parts = path.split('/').slice(1);
  const isWhole = path.startsWith('/') && parts.every((part) => !['', '.', '..'].includes(part));
  if (isWhole && !path.includes('\0')) return parts.join('/');
  const words = `"${path}" is no path inside a sandbox: give an absolute one without "..", "." and empty parts.`;
  throw new AppError('INPUT_INVALID', words);
}

/** A record of its own before the member, as GNU tar has it and all others read it. */
function longName(name: string): Buffer[] {
  const bytes = Buffer.from(`${name}\0`);
  if (bytes.length <= NAME_BYTES_MAX) return [];
  return [header('././@LongLink', bytes.length, 0o644, 'L'), padded(bytes)];
}

function header(name: string, size: number, mode: number, kind: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  Buffer.from(name).copy(block, 0, 0, NAME_BYTES_MAX);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  const put = (text: string, at: number) => block.write(text, at, 'latin1');
  put(`${octal(mode, 7)}\0`, 100);
  put(`${octal(0, 7)}\0${octal(0, 7)}\0`, 108);
  put(`${octal(size, 11)}\0${octal(0, 11)}\0`, 124);
  put('        ', 148);
  put(kind, 156);
  put('ustar  \0', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${octal(sum, 6)}\0 `, 148);
  return block;
}

function padded(content: Uint8Array): Buffer {
  const rest = (BLOCK - (content.length % BLOCK)) % BLOCK;
  return Buffer.concat([content, Buffer.alloc(rest)]);
}
