import { gunzipSync, gzipSync } from 'node:zlib';
import { AppError } from '@/lib/errors/app-error';
import { fileHash } from './protocol';

/**
 * A bundle is an ordinary .tar.gz (ustar) that any tool opens, plus one file: `files.json`, the sha256 of
 * every other. Packed deterministically: sorted names, no dates, no owners. Source: POSIX.1-1988 ustar.
 */
export type Files = ReadonlyMap<string, Uint8Array>;

export const INDEX = 'files.json';
const BLOCK = 512;
const NAME_MAX = 100;

export function packed(files: Files): Uint8Array {
  const names = [...files.keys()].sort();
  const hashes = Object.fromEntries(
    names.map((name) => [name, fileHash(files.get(name) ?? new Uint8Array())]),
  );
  const index = new TextEncoder().encode(`${JSON.stringify(hashes, null, 2)}\n`);
  const parts = [INDEX, ...names].flatMap((name) =>
    entry(name, name === INDEX ? index : (files.get(name) ?? index)),
  );
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** @throws AppError INPUT_INVALID if a byte differs from the index, or a file is missing or extra */
export function unpacked(bundle: Uint8Array): Files {
  const files = new Map<string, Uint8Array>();
  const archive = inflated(bundle);
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + BLOCK);
    if (sumOf(header) !== octalAt(header, 148, 8)) throw damaged('a header has another checksum');
    const size = octalAt(header, 124, 12);
    files.set(textAt(header, 0, NAME_MAX), archive.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  assertIndexed(files);
  files.delete(INDEX);
  return files;
}

function assertIndexed(files: Files): void {
  const index = files.get(INDEX);
  if (!index) throw damaged(`${INDEX} is not in it`);
  const hashes = JSON.parse(new TextDecoder().decode(index)) as Record<string, string>;
  for (const name of files.keys()) {
    if (name !== INDEX && !(name in hashes)) throw damaged(`${name} is in no index`);
  }
  for (const [name, hash] of Object.entries(hashes)) {
    const content = files.get(name);
    if (!content) throw damaged(`${name} is missing`);
    if (fileHash(content) !== hash) throw damaged(`${name} was changed`);
  }
}

function inflated(bundle: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bundle);
  } catch (error) {
    throw new AppError('INPUT_INVALID', 'The bundle cannot be opened: it was changed or cut off.', {
      cause: error,
    });
  }
}

const damaged = (what: string) =>
  new AppError('INPUT_INVALID', `The bundle was changed after packing: ${what}.`);

function entry(name: string, content: Uint8Array): Uint8Array[] {
  if (Buffer.byteLength(name) > NAME_MAX)
    throw new AppError('INPUT_INVALID', `The name ${name} is too long.`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write('0000644\0' + '0000000\0' + '0000000\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        0', 148);
  header.write('ustar\0' + '00', 257);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}

/** Sum of all bytes of a header, with its own checksum read as blanks. */
function sumOf(header: Uint8Array): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

const textAt = (header: Uint8Array, at: number, length: number) =>
  Buffer.from(header.subarray(at, at + length))
    .toString('utf8')
    .replace(/\0.*$/s, '');
const octalAt = (header: Uint8Array, at: number, length: number) =>
  Number.parseInt(textAt(header, at, length).trim() || '0', 8);
