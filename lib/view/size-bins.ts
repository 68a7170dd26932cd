/** Batch sizes side by side: each by itself where they are few, else in doubling ranges. */
export interface SizeBin {
  readonly name: string;
  /** In %, of each distribution in the order in which they were given. */
  readonly shares: readonly number[];
}

const SINGLE_MAX = 12;

export function prepareSizeBins(
  distributions: readonly Readonly<Record<string, number>>[],
): readonly SizeBin[] {
  const sizes = [...new Set(distributions.flatMap((one) => Object.keys(one).map(Number)))].sort(
    (a, b) => a - b,
  );
  const ranges =
    sizes.length <= SINGLE_MAX
      ? sizes.map((size) => [size, size] as const)
      : doublings(sizes.at(-1) ?? 1).filter(([from, to]) => sizes.some((size) => size >= from && size <= to));
  return ranges.map(([from, to]) => ({
    name: from === to ? String(from) : `${from}–${to}`,
    shares: distributions.map((one) => shareOf(one, from, to)),
  }));
}

/** 1, 2, 3–4, 5–8, 9–16 and so on. */
function doublings(largest: number): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (let to = 1; ; to *= 2) {
    ranges.push([Math.floor(to / 2) + 1, to]);
    if (to >= largest) return ranges;
  }
}

function shareOf(distribution: Readonly<Record<string, number>>, from: number, to: number): number {
  const entries = Object.entries(distribution).map(([size, count]) => [Number(size), count] as const);
  const all = entries.reduce((sum, [, count]) => sum + count, 0);
  const inside = entries.reduce((sum, [size, count]) => sum + (size >= from && size <= to ? count : 0), 0);
  return all === 0 ? 0 : (inside / all) * 100;
}
