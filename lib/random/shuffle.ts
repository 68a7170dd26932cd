import type { Rng } from './seeded-rng';

/** Fisher-Yates from the end; a new array, the input untouched. Draws `length - 1` integers. */
export function shuffled<T>(elements: readonly T[], rng: Rng): T[] {
  const out = [...elements];
  for (let last = out.length - 1; last > 0; last -= 1) {
    const pick = rng.nextInt(0, last);
    const held = out[last] as T;
    out[last] = out[pick] as T;
    out[pick] = held;
  }
  return out;
}
