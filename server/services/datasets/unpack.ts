import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppError } from '@/lib/errors/app-error';

/**
 * The bytes of an uploaded file, unpacked where gzipped, a piece at a time. A small file can unpack to an enormous one,
 * so it is stopped by what comes out: bytes, their ratio to what went in, and lines. Memory: one piece.
 */
export const UNPACK_LIMITS = {
  /** Over all files of an import. */
  bytes: 2_000_000_000,
  /** Texts of examples reach 5 to 20, and seldom 100. */
  ratio: 200,
  /** Below this the ratio says nothing yet. */
  ratioFrom: 8_000_000,
  lines: 10_000_000,
} as const;

const PIECE = 65_536;
const NEWLINE = 10;

/** Remaining limits, over all files of one import. */
export interface UnpackRoom {
  bytes: number;
  lines: number;
}

export const unpackRoom = (): UnpackRoom => ({ bytes: UNPACK_LIMITS.bytes, lines: UNPACK_LIMITS.lines });

export async function* unpacked(
  name: string,
  packed: AsyncIterable<Uint8Array>,
  room: UnpackRoom,
): AsyncGenerator<Uint8Array> {
  const taken = { in: 0, out: 0 };
  for await (const piece of inflatedIfPacked(name, counted(packed, taken))) {
    taken.out += piece.byteLength;
    room.bytes -= piece.byteLength;
    room.lines -= countLines(piece);
    if (taken.out > UNPACK_LIMITS.ratioFrom && taken.out > UNPACK_LIMITS.ratio * taken.in)
      throw refused(
        `${name} unpacks to more than ${UNPACK_LIMITS.ratio} times its size, which no file of examples does. Check the file, or send it unpacked.`,
      );
    if (room.bytes < 0)
      throw refused(
        `With ${name} the files hold more than ${UNPACK_LIMITS.bytes / 1e9} GB. Import them in parts.`,
      );
    if (room.lines < 0)
      throw refused(
        `With ${name} the files have more than ${UNPACK_LIMITS.lines / 1e6} million lines. Take out the empty ones, or import the files in parts.`,
      );
    yield piece;
  }
}

async function* inflatedIfPacked(
  name: string,
  packed: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { value: first, done } = await packed.next();
  if (done) return;
  const whole = after(first, packed);
  if (!isGzip(first)) {
    yield* whole;
    return;
  }
  const gunzip = createGunzip({ chunkSize: PIECE });
  // Its failure is what reading from it throws.
  pipeline(Readable.from(whole), gunzip).catch(() => undefined);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw new AppError(
      'IMPORT_REJECTED',
      `${name} is a damaged gzip file. Pack it again, or send it unpacked.`,
      {
        cause: error,
      },
    );
  }
}

async function* after(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* counted(
  packed: AsyncIterable<Uint8Array>,
  taken: { in: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of packed) {
    taken.in += piece.byteLength;
    yield piece;
  }
}

function countLines(piece: Uint8Array): number {
  let lines = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Z_DATA_ERROR, Z_BUF_ERROR for a file that breaks off, and their like. */
export function isZlibError(error: unknown): boolean {
  return error instanceof Error && /^Z_/.test(String(Reflect.get(error, 'code')));
}

function refused(message: string): AppError {
  return new AppError('BODY_TOO_LARGE', message);
}
