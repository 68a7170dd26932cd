/**
 * Exact sign-flip test of paired differences d: if neither side were better, every d could as well have had the other
 * sign. p = share of all 2^n sign choices whose |sum| reaches the observed one. No normality is assumed, and nothing
 * is drawn at random.
 */

/** 2^20 sums take some milliseconds; beyond, an interval says more than a p that small. */
const FLIPPED_MAX = 20;
/** Sums of the same terms in another order may differ in their last bits. */
const ROUNDING = 1e-12;

/** Undefined with more than 20 differences other than 0. A zero has no sign to flip and does not change p. */
export function signFlipP(differences: readonly number[]): number | undefined {
  const flipped = differences.filter((difference) => difference !== 0);
  const n = flipped.length;
  if (n > FLIPPED_MAX || flipped.some((difference) => !Number.isFinite(difference))) return undefined;
  const observed = Math.abs(flipped.reduce((total, difference) => total + difference, 0));
  const threshold = observed - ROUNDING * Math.max(1, observed);
  let reached = 0;
  for (let signs = 0; signs < 2 ** n; signs += 1) {
    let total = 0;
    for (let i = 0; i < n; i += 1) total += ((signs >> i) & 1 ? 1 : -1) * (flipped[i] ?? 0);
    if (Math.abs(total) >= threshold) reached += 1;
  }
  return reached / 2 ** n;
}
