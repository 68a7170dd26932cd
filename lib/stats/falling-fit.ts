/**
 * The falling step function nearest to weighted values (isotonic regression, by pooling adjacent violators): where a
 * value is above one before it, both take their common mean, until none is. Assumes nothing but that it cannot rise.
 */
export interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

/** One fitted value each, in the order given. Cost: linear. */
export function fallingFit(values: readonly WeightedValue[]): readonly number[] {
  const blocks: { value: number; weight: number; count: number }[] = [];
  for (const { value, weight } of values) {
    let block = { value, weight, count: 1 };
    for (let last = blocks.at(-1); last !== undefined && last.value < block.value; last = blocks.at(-1)) {
      blocks.pop();
      const both = last.weight + block.weight;
      const mean =
        both === 0
          ? (last.value + block.value) / 2
          : (last.value * last.weight + block.value * block.weight) / both;
      block = { value: mean, weight: both, count: last.count + block.count };
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ value, count }) => Array.from({ length: count }, () => value));
}
