import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '@/lib/errors/app-error';
import type { SourceFile } from '@/lib/evaluation/import/import-types';
import { TextOfBytes } from './text-of-bytes';
import { isGzip } from './unpack';

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
  const text = new TextOfBytes(name);
  return text.take(bytes) + text.end();
}

/** The last part of a path, without control characters; faults and splits name files by it. */
export function nameOf(given: string, index: number): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  const clean = base.replace(/\p{C}/gu, '').trim().slice(0, 200);
  return clean === '' ? `file-${index + 1}` : clean;
}

export function assertOwnNames(sources: readonly { readonly name: string }[]): void {
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
