/**
 * Sum by halves: blocks of at most 128 numbers are added in eight interleaved lanes, and longer lists are cut in
 * two. The rounding error grows with log n instead of n, and the order of additions is fixed by the length alone,
 * so that two machines give the same last bit.
 */
const BLOCK = 128;
const LANES = 8;

export function sum(numbers: readonly number[]): number {
  return sumRange(numbers, 0, numbers.length);
}

function sumRange(numbers: readonly number[], start: number, length: number): number {
  if (length < LANES) {
    let total = 0;
    for (let i = start; i < start + length; i += 1) total += at(numbers, i);
    return total;
  }
  if (length <= BLOCK) return sumBlock(numbers, start, length);
  // The left half stays a multiple of the lanes, so that only the last block has a remainder.
  const half = Math.floor(length / 2);
  const left = half - (half % LANES);
  return sumRange(numbers, start, left) + sumRange(numbers, start + left, length - left);
}

function sumBlock(numbers: readonly number[], start: number, length: number): number {
  const lanes = Array.from({ length: LANES }, (_, lane) => at(numbers, start + lane));
  const whole = length - (length % LANES);
  for (let i = LANES; i < whole; i += LANES) {
    for (let lane = 0; lane < LANES; lane += 1) lanes[lane] = at(lanes, lane) + at(numbers, start + i + lane);
  }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = lanes;
  let total = a + b + (c + d) + (e + f + (g + h));
  for (let i = whole; i < length; i += 1) total += at(numbers, start + i);
  return total;
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? 0;
}
