/** Bytes of a terminal that an agent sees in one turn. */
const BYTES_MAX = 10_000;

/**
 * A terminal's output of at most so many bytes: the first and the last half, cut between characters, with a line that says
 * how much is missing. `left` bytes were left out of its middle before.
 */
export function limitOutput(
  output: string,
  { bytesMax = BYTES_MAX, left: before = 0 }: { readonly bytesMax?: number; readonly left?: number } = {},
): string {
  const bytes = new TextEncoder().encode(output);
  if (bytes.length <= bytesMax) return output;
  const half = Math.floor(bytesMax / 2);
  const head = bytes.subarray(0, boundary(bytes, half, -1));
  const tail = bytes.subarray(boundary(bytes, bytes.length - half, 1));
  const left = bytes.length - head.length - tail.length + before;
  const mark = `[... output limited to ${bytesMax} bytes; ${left} interior bytes omitted ...]`;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return [decoder.decode(head), mark, decoder.decode(tail)].join('\n');
}

/** The place, or the nearest one in a direction, at which a character begins. */
function boundary(bytes: Uint8Array, place: number, step: 1 | -1): number {
  let at = place;
  while (at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += step;
  return at;
}
