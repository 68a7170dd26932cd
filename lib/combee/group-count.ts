/**
 * k, the number of level-1 groups: floor(sqrt(n)) of the valid reflections *before* duplication (Combee 3.1), so
 * that level 1 reads about p * sqrt(n) inputs a call and level 2 about sqrt(n).
 *
 * An override is clamped to 1..n: k = 1 is the naive arm, k = n gives every group about p reflections.
 * n = 0 has no groups.
 */
export function groupCount(n: number, override: number | null): number {
  if (n <= 0) return 0;
  const wanted = override === null ? integerSquareRoot(n) : Math.floor(override);
  return Math.min(n, Math.max(1, wanted));
}

/** Math.sqrt may land a hair beside a whole number; one step either way puts it right. */
function integerSquareRoot(n: number): number {
  let root = Math.floor(Math.sqrt(n));
  while ((root + 1) * (root + 1) <= n) root += 1;
  while (root * root > n) root -= 1;
  return root;
}
