import type { Cause } from '@/lib/domain/cause';
import { type CallKey, callKeyText, type Journal, type JournaledAnswer } from '@/lib/ports/journal';

/**
 * The calls of a run without a usable reply: they failed, or a reply came and could not be read. A failed call has its
 * cause in its outcome; what only the reader of a reply knows is journaled here.
 */
export function failedCalls(journal: Journal, inFlight: Set<Promise<unknown>>) {
  const failed = new Set<string>();
  return {
    count: () => failed.size,

    note(key: CallKey, { outcome }: JournaledAnswer): void {
      if (!outcome.ok) failed.add(callKeyText(key));
    },

    /** Resolves when durable; a pause waits for it. */
    async unusable(key: CallKey, { outcome }: JournaledAnswer, { code }: Cause): Promise<void> {
      failed.add(callKeyText(key));
      if (!outcome.ok) return;
      const marking = journal.markUnusable?.(key, code);
      if (!marking) return;
      inFlight.add(marking);
      await marking.finally(() => inFlight.delete(marking));
    },
  };
}
