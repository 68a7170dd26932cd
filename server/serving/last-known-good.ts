/**
 * What was read last, by a name: fresh for a while, then read anew aside while the former goes on holding, however long
 * Postgres is away. Only the very first reading is waited for. Knows nothing of what it keeps.
 */
export interface LastKnownGood<T> {
  of(name: string): Promise<T>;
}

interface Ports<T> {
  readonly read: (name: string) => Promise<T>;
  readonly freshMs: number;
  readonly nowMs: () => number;
  /** Called when a reading without a waiting caller fails. */
  readonly onFailure: (error: unknown) => void;
}

const KEPT_MAX = 10_000;

export function lastKnownGood<T>({ read, freshMs, nowMs, onFailure }: Ports<T>): LastKnownGood<T> {
  const known = new Map<string, { readonly value: T; readonly readAtMs: number }>();
  const reading = new Map<string, Promise<T>>();
  let failedAtMs = Number.NEGATIVE_INFINITY;

  function readNow(name: string): Promise<T> {
    const under = reading.get(name);
    if (under) return under;
    const begun = read(name)
      .then((value) => {
        if (known.size >= KEPT_MAX) known.clear();
        known.set(name, { value, readAtMs: nowMs() });
        return value;
      })
      .catch((error: unknown) => {
        failedAtMs = nowMs();
        throw error;
      })
      .finally(() => reading.delete(name));
    reading.set(name, begun);
    return begun;
  }

  return {
    async of(name) {
      const held = known.get(name);
      if (held === undefined) return readNow(name);
      const isDue = nowMs() - held.readAtMs >= freshMs && nowMs() - failedAtMs >= freshMs;
      if (isDue) readNow(name).catch(onFailure);
      return held.value;
    },
  };
}
