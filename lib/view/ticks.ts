/** Four to six round numbers that enclose the range: 1, 2 or 5 times a power of ten apart. For linear axes alone. */
export function evenTicks(low: number, high: number): readonly number[] {
  const raw = Math.max(1e-6, high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(8)),
  );
}

/** Ticks at the powers of `base` around the values: a log axis chooses poor ones by itself. */
export function powersAround(values: readonly number[], base: number): readonly number[] {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) return [1, 10, 100];
  const low = Math.floor(Math.log(Math.min(...positive)) / Math.log(base) + 1e-9);
  const high = Math.ceil(Math.log(Math.max(...positive)) / Math.log(base) - 1e-9);
  return Array.from({ length: Math.max(2, high - low + 1) }, (_, index) => base ** (low + index));
}
