/**
 * What the best of several candidates is worth, without the luck that made it the best.
 *
 * Whoever takes the highest of k noisy means and reports that mean reports luck as well. Each bootstrap resample plays
 * the choice anew: the candidate is chosen by the units in the bag and scored by those out of it (some 37 %), which took no part.
 *
 *     k(b)    candidate with the highest mean over the units in bag b; the first of equal ones
 *     value   mean over b of the mean of candidate k(b) over the units out of bag b
 *
 * With no candidate better than another the expectation is exactly the truth, since in-bag and out-of-bag units are
 * independent; with one clearly better it loses next to nothing. (Efron 1983 for scoring out of the bag; Tsamardinos,
 * Greasidou and Borboudakis 2018 for the choice inside it.) Cost: O(2,000 d k), d of the n units differing.
 */
import type { Column } from './column';
import { RESAMPLES, resampleWeights } from './resamples';

/**
 * Mean of the chosen candidate's column, corrected for the choice. `columns`: k candidates on the same n units. Null where
 * no resample leaves a unit out, which takes fewer than two units.
 */
export function outOfBagMean(columns: readonly Column[]): number | null {
  const n = columns[0]?.n ?? 0;
  if (n < 2) return null;
  const weights = resampleWeights(n);
  let total = 0;
  let counted = 0;
  for (let b = 0, from = 0; b < RESAMPLES; b += 1, from += n) {
    const chosen = highestInBag(columns, weights, from);
    const out = unitsOut(weights, from, n);
    if (out === 0 || chosen === undefined) continue;
    total += sumOutOfBag(chosen, weights, from) / out;
    counted += 1;
  }
  return counted === 0 ? null : total / counted;
}

function highestInBag(columns: readonly Column[], weights: Uint8Array, from: number): Column | undefined {
  let chosen: Column | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    const { at, values } = column;
    let total = 0;
    for (let j = 0; j < at.length; j += 1) {
      total += (weights[from + (at[j] as number)] as number) * (values[j] as number);
    }
    if (total > highest) {
      highest = total;
      chosen = column;
    }
  }
  return chosen;
}

function unitsOut(weights: Uint8Array, from: number, n: number): number {
  let out = 0;
  for (let i = from; i < from + n; i += 1) if (weights[i] === 0) out += 1;
  return out;
}

function sumOutOfBag({ at, values }: Column, weights: Uint8Array, from: number): number {
  let total = 0;
  for (let j = 0; j < at.length; j += 1) {
    if (weights[from + (at[j] as number)] === 0) total += values[j] as number;
  }
  return total;
}
