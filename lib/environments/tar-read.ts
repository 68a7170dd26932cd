import type { SandboxFile } from '@/lib/ports/sandbox';

/**
 * Files of a tar archive that a sandbox made, so nothing in it is believed: only regular files with plain relative names
 * are given back, into memory. Links, devices and names that lead elsewhere are named and left out.
 */
export interface TarContent {
  readonly files: readonly SandboxFile[];
  readonly leftOut: readonly string[];
}

const BLOCK = 512;
const FOLDER = '5';

interface Pending {
  readonly name?: string | undefined;
  readonly size?: number | undefined;
}

/** Null where it is no whole archive. */
export function readTar(archive: Buffer): TarContent | null {
  const files: SandboxFile[] = [];
  const leftOut: string[] = [];
  let pending: Pending = {};
  const take = (kind: string, name: string, header: Buffer, content: Buffer) => {
    if (kind === FOLDER) return;
    if (isRegular(kind) && isPlain(name))
      files.push({ path: name, content, isExecutable: (number(header, 100, 8) & 0o100) !== 0 });
    else leftOut.push(name);
  };
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return { files, leftOut };
    const size = pending.size ?? number(header, 124, 12);
    const [start, end] = [at + BLOCK, at + BLOCK + size];
    if (!Number.isSafeInteger(size) || size < 0 || end > archive.length) return null;
    const content = archive.subarray(start, end);
    at = start + Math.ceil(size / BLOCK) * BLOCK;
    const kind = String.fromCharCode(header[156] ?? 0);
    const record = recordBefore(kind, content);
    if (record === null) {
      take(kind, trimmed(pending.name ?? nameIn(header)), header, content);
      pending = {};
    } else pending = { ...pending, ...record };
  }
  return null;
}

/** Facts of the next member in a record of its own; null for a member. */
function recordBefore(kind: string, content: Buffer): Pending | null {
  if (kind === 'L') return { name: text(content, 0, content.length) };
  if (kind === 'x') return extended(content);
  return kind === 'K' || kind === 'g' ? {} : null;
}

const isRegular = (kind: string) => kind === '0' || kind === '\0' || kind === '7';
const trimmed = (name: string) => name.replace(/^(?:\.\/)+/, '');
const isPlain = (name: string) =>
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !name.includes('\0');

function nameIn(header: Buffer): string {
  const name = text(header, 0, 100);
  const prefix = text(header, 257, 6) === 'ustar' ? text(header, 345, 155) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

function text(from: Buffer, at: number, length: number): string {
  const bytes = from.subarray(at, at + length);
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}

/** Octal digits, or a number in bytes where the first has its highest bit set. */
function number(header: Buffer, at: number, length: number): number {
  const bytes = header.subarray(at, at + length);
  if (((bytes[0] ?? 0) & 0x80) === 0) return Number.parseInt(text(header, at, length).trim() || '0', 8);
  return bytes.subarray(1).reduce((total, byte) => total * 256 + byte, (bytes[0] ?? 0) & 0x7f);
}

/** Records "length key=value\n" of the POSIX format. */
function extended(content: Buffer): Pending {
  const found: { name?: string; size?: number } = {};
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const length = Number(content.toString('latin1', at, space));
    if (space === -1 || !(length > 0)) return found;
    const [key, ...value] = content.toString('utf8', space + 1, at + length - 1).split('=');
    if (key === 'path') found.name = value.join('=');
    if (key === 'size') found.size = Number(value.join('='));
    at += length;
  }
  return found;
}
