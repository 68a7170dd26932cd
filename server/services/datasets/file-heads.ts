import { AppError } from '@/lib/errors/app-error';
import type { SourceFile } from '@/lib/evaluation/import/import-types';
import { TextOfBytes } from './text-of-bytes';
import { unpacked, unpackRoom } from './unpack';

/**
 * The beginning of a file as text: what a preview shows and what tells the columns. As much of it as is imported at
 * once, so that a file whose head is the whole of it is a small one.
 */
export const SMALL_BYTES = 1_000_000;

/** `isWhole`: these are all bytes of the file; it may still unpack to more. */
export async function headOf(
  given: string,
  pieces: readonly Uint8Array[],
  isWhole: boolean,
): Promise<SourceFile & { readonly isHead: boolean }> {
  const texts = new TextOfBytes(given);
  const name = given.replace(/\.gz$/i, '');
  let text = '';
  let size = 0;
  try {
    for await (const piece of unpacked(given, eachOf(pieces), unpackRoom())) {
      size += piece.byteLength;
      text += texts.take(piece.subarray(0, piece.byteLength - Math.max(0, size - SMALL_BYTES)));
      if (size > SMALL_BYTES) return { name, text, isHead: true };
    }
  } catch (error) {
    // A gzip file that is not all there yet ends in the middle of something.
    if (isWhole || text === '' || !AppError.is(error, 'IMPORT_REJECTED')) throw error;
    return { name, text, isHead: true };
  }
  return isWhole ? { name, text: text + texts.end(), isHead: false } : { name, text, isHead: true };
}

async function* eachOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
