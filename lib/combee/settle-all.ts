/**
 * Runs all at once and waits until every one has ended, in the order given, whatever order they end in.
 *
 * Unlike Promise.all it does not leave work running behind a failure: a lost lease or an abort surfaces only when
 * nothing is in flight any more, so what was paid has been journaled. The first failure by position is thrown.
 */
export async function settleAll<T>(pending: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(pending);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
