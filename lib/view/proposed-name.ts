/** First free name of the row "base", "base 2", "base 3"…, cut to the length that a name may have. Cost: O(n). */
const NAME_MAX = 120;

export function proposedName(base: string, taken: readonly string[]): string {
  const used = new Set(taken);
  const named = (number: number) => {
    const ending = number === 1 ? '' : ` ${number}`;
    return `${base.slice(0, NAME_MAX - ending.length).trimEnd()}${ending}`;
  };
  let number = 1;
  while (used.has(named(number))) number += 1;
  return named(number);
}
