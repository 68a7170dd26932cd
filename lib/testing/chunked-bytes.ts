import fc from 'fast-check';

/** Bytes as a network may deliver them. */
export const chunkSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });

/** @param sizes of the chunks, from the start again where they end */
export function chunked(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

export const joinedBytes = (parts: readonly Uint8Array[]): number[] =>
  parts.flatMap((part) => Array.from(part));
