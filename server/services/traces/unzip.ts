import { inflateRawSync } from 'node:zlib';
import { AppError } from '@/lib/errors/app-error';

/** Files of a zip archive, stored or deflated, as most tools write them. Folders and empty files are left out. */
export interface UnzippedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const ENTRIES_MAX = 2_000;
const DEFLATED = 8;

export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;

/** @throws AppError IMPORT_REJECTED where it is damaged, BODY_TOO_LARGE where it unpacks to more than `room` */
export function unzip(name: string, packed: Uint8Array, room: number): readonly UnzippedFile[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  try {
    return entriesOf(name, bytes, room);
  } catch (cause) {
    if (AppError.is(cause)) throw cause;
    throw damaged(name, cause);
  }
}

function entriesOf(name: string, bytes: Buffer, room: number): UnzippedFile[] {
  const end = endOf(bytes);
  if (end < 0) throw damaged(name);
  const count = bytes.readUInt16LE(end + 10);
  if (count > ENTRIES_MAX)
    throw new AppError('IMPORT_REJECTED', `${name} holds more than ${ENTRIES_MAX} files. Send it in parts.`);
  let at = bytes.readUInt32LE(end + 16);
  let left = room;
  const files: UnzippedFile[] = [];
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw damaged(name);
    const nameLength = bytes.readUInt16LE(at + 28);
    const own = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const unpacked = contentOf(bytes, at, left);
    if (unpacked === null) throw tooLarge(name, room);
    left -= unpacked.byteLength;
    if (unpacked.byteLength > 0) files.push({ name: own, bytes: unpacked });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

/** The end record is last but for a comment. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.byteLength - END_BYTES - COMMENT_MAX);
  for (let at = bytes.byteLength - END_BYTES; at >= first; at -= 1)
    if (bytes.readUInt32LE(at) === END) return at;
  return -1;
}

/** Null = larger than there is room. Sizes that the archive states are not believed. */
function contentOf(bytes: Buffer, entry: number, room: number): Uint8Array | null {
  const method = bytes.readUInt16LE(entry + 10);
  const packedBytes = bytes.readUInt32LE(entry + 20);
  const header = bytes.readUInt32LE(entry + 42);
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const packed = bytes.subarray(start, start + packedBytes);
  if (packed.byteLength === 0) return packed;
  if (method !== DEFLATED) return packed.byteLength > room ? null : packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function tooLarge(name: string, room: number): AppError {
  return new AppError('BODY_TOO_LARGE', `${name} unpacks to more than ${room / 1e6} MB. Import it in parts.`);
}

function damaged(name: string, cause?: unknown): AppError {
  const message = `${name} is a damaged zip file, or one that is encrypted. Pack it again, or send its files.`;
  return new AppError('IMPORT_REJECTED', message, { cause });
}
