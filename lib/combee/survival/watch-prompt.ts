import type { SurvivalThresholds } from '@/lib/domain/survival';
import { findInsights } from './find-insights';
import type { WatchedInsight } from './follow-iteration';
import type { Reader } from './written-lines';

/**
 * The age of insights: whether the prompt of each later iteration still says those that once got as far as the final
 * update. A line that stands untouched is looked up; only where it is gone are the new lines searched for it, since
 * an update may have rewritten it. Memory: a line an insight.
 */
export interface PromptWatch {
  /** Ids that this prompt stopped saying, and those that it says again. */
  look(prompt: string): { readonly left: readonly string[]; readonly returned: readonly string[] };
  add(watched: readonly WatchedInsight[]): void;
}

export function watchPrompt({
  thresholds,
  reader,
}: {
  readonly thresholds: SurvivalThresholds;
  readonly reader: Reader;
}): PromptWatch {
  let all: WatchedInsight[] = [];
  let lastPlain = new Set<string>();
  return {
    look(prompt) {
      const lines = reader.prompt(prompt);
      const plain = new Set(lines.map((line) => line.wording.plain));
      const untouched = (one: WatchedInsight) => plain.has(one.sought.seenAs?.line.wording.plain ?? '');
      const gone = all.filter((one) => !untouched(one));
      const fresh = lines.filter((line) => !lastPlain.has(line.wording.plain));
      const found = findInsights(
        gone.map(({ sought }) => sought),
        fresh,
        thresholds,
      ).seen;
      const left: string[] = [];
      const returned: string[] = [];
      all = all.map((one) => {
        const sighting = found.get(one.sought);
        const isPresent = untouched(one) || sighting !== undefined;
        if (one.isPresent && !isPresent) left.push(one.id);
        if (!one.isPresent && isPresent) returned.push(one.id);
        return { ...one, isPresent, sought: sighting ? { ...one.sought, seenAs: sighting } : one.sought };
      });
      lastPlain = plain;
      return { left, returned };
    },
    add(watched) {
      all = [...all, ...watched];
    },
  };
}
