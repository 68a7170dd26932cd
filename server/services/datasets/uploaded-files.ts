import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '@/lib/errors/app-error';
import type { SourceFile } from '@/lib/evaluation/import/import-types';

/**
 * Uploaded files as texts: unpacked where gzipped, decoded as UTF-8. A small file can unpack to an enormous one, so
 * what comes out is capped over all files together.
 */
const INFLATED_BYTES_MAX = 64_000_000;
const inflate = promisify(gunzip);

export async function readUploadedFiles(files: readonly File[]): Promise<SourceFile[]> {
  const sources: SourceFile[] = [];
  let room = INFLATED_BYTES_MAX;
  for (const [index, file] of files.entries()) {
    const packed = new Uint8Array(await file.arrayBuffer());
    const name = nameOf(file.name, index);
    const bytes = isGzip(packed) ? await unpackedWithin(name, packed, room) : packed;
    room -= bytes.byteLength;
    if (room < 0) throw uploadTooLarge(name);
    sources.push({ name: name.replace(/\.gz$/i, ''), text: decoded(name, bytes) });
  }
  assertOwnNames(sources);
  return sources;
}

/** @throws AppError BODY_TOO_LARGE where it would unpack to more than `room` bytes */
export async function unpackedWithin(name: string, packed: Uint8Array, room: number): Promise<Uint8Array> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, room) });
  } catch (error) {
    if (error instanceof RangeError) throw uploadTooLarge(name);
    throw rejected(`${name} is a damaged gzip file. Pack it again, or send it unpacked.`, error);
  }
}

function decoded(name: string, bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw rejected(`${name} is UTF-16. Save it as UTF-8 and send it again.`);
  if (first === 0x50 && second === 0x4b)
    throw rejected(
      `${name} is a zip archive or a spreadsheet. Send its files as JSON lines, JSON, CSV or TSV.`,
    );
  try {
    // The importer takes the byte order mark off; here it must not vanish unnoticed between files.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw rejected(`${name} is no UTF-8 text. Save it as UTF-8 and send it again.`, error);
  }
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The last part of a path, without control characters; faults and splits name files by it. */
function nameOf(given: string, index: number): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  const clean = base.replace(/\p{C}/gu, '').trim().slice(0, 200);
  return clean === '' ? `file-${index + 1}` : clean;
}

function assertOwnNames(sources: readonly SourceFile[]): void {
  const twice = sources.find(
    ({ name }, index) => sources.findIndex((other) => other.name === name) !== index,
  );
  if (twice !== undefined)
    throw rejected(`Two files are called ${twice.name}. Rename one, so that their lines can be told apart.`);
}

export function uploadTooLarge(name: string): AppError {
  const megabytes = INFLATED_BYTES_MAX / 1_000_000;
  return new AppError(
    'BODY_TOO_LARGE',
    `With ${name} the files hold more than ${megabytes} MB. Import them in parts.`,
  );
}

function rejected(message: string, cause?: unknown): AppError {
  return new AppError('IMPORT_REJECTED', message, { cause });
}
