/**
 * Several askings at once, in the order given. Unlike Promise.all it leaves nothing running behind a failure: an abort
 * surfaces only when every call that is out has come back.
 */
export async function askAll<T>(pending: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(pending);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
