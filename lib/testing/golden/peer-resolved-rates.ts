/** Rates over attempts at the tasks of Terminal-Bench. Each attempt was resolved or not. */
export type AttemptsByTask = ReadonlyMap<string, readonly boolean[]>;

const countOf = (attempts: readonly boolean[]): number => attempts.filter(Boolean).length;

/** Resolved attempts of all attempts; undefined without an attempt. */
export function accuracy(tasks: AttemptsByTask): number | undefined {
  const attempts = [...tasks.values()].flat();
  return attempts.length === 0 ? undefined : countOf(attempts) / attempts.length;
}

/**
 * pass@k = 1 - C(n-c, k) / C(n, k): the chance that k of n attempts, of which c were resolved, hold a resolved one.
 * The binomials cancel to a product that never grows large. Undefined with fewer than k attempts.
 */
export function passAtK(n: number, c: number, k: number): number | undefined {
  if (n < k) return undefined;
  if (n - c < k) return 1;
  let noneResolved = 1;
  for (let index = n - c + 1; index <= n; index += 1) noneResolved *= 1 - k / index;
  return 1 - noneResolved;
}

/** Mean over the tasks that have at least k attempts; undefined where no task has. */
export function meanPassAtK(tasks: AttemptsByTask, k: number): number | undefined {
  const rates = [...tasks.values()].flatMap(
    (attempts) => passAtK(attempts.length, countOf(attempts), k) ?? [],
  );
  return rates.length === 0 ? undefined : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}
