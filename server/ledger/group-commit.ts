/**
 * Gathers items that arrive at the same moment into one write. While a write is under way the next batch collects,
 * so throughput grows with load and a lone item waits for one turn of the event loop only, or for `lingerMs` where its
 * callers are in no hurry. Knows nothing of what is written; order of arrival is kept.
 */
export function groupCommit<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxItems = 500, lingerMs = 0 }: { readonly maxItems?: number; readonly lingerMs?: number } = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    // One turn of the loop, so that callers woken by the same event land in the same batch.
    await new Promise<void>((resolve) => {
      if (lingerMs > 0) setTimeout(resolve, lingerMs);
      else setImmediate(resolve);
    });
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
      try {
        const results = await write(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => {
          resolve(results[index] as Result);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      void drain();
    });
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}
