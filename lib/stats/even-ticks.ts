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
