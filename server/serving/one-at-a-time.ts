/**
 * Look-ups by name, gathered: one query at a time is under way, and names that arrive meanwhile go into the next one
 * together. However many ask, the database answers one question after another, and each caller waits for two at most
 * where their number fits the limit. Knows nothing of what it looks up.
 */
export type LookUp<T> = (name: string) => Promise<T | undefined>;

const NAMES_MAX = 1_000;

export function oneAtATime<T>(ask: (names: readonly string[]) => Promise<ReadonlyMap<string, T>>): LookUp<T> {
  const waiting = new Map<string, PromiseWithResolvers<T | undefined>>();
  let isAsking = false;

  async function askAll(): Promise<void> {
    isAsking = true;
    while (waiting.size > 0) {
      const next = [...waiting].slice(0, NAMES_MAX);
      for (const [name] of next) waiting.delete(name);
      try {
        const found = await ask(next.map(([name]) => name));
        for (const [name, { resolve }] of next) resolve(found.get(name));
      } catch (error) {
        for (const [, { reject }] of next) reject(error);
      }
    }
    isAsking = false;
  }

  return (name) => {
    const known = waiting.get(name) ?? withResolvers<T | undefined>();
    waiting.set(name, known);
    if (!isAsking) void askAll();
    return known.promise;
  };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
