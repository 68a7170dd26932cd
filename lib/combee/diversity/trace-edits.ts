import type { Edit } from '@/lib/domain/edit';
import type { Reflection } from '@/lib/domain/reflection';
import { hashedNgramVector } from '@/lib/stats/hashed-ngram-embedder';
import { similarity, type UnitVector } from './similarity';

/** Text that an edit writes; null for an edit that writes nothing. */
export function editText(edit: Edit): string | null {
  return edit.type === 'remove' ? null : edit.content;
}

/** Below this an edit speaks of something that no reflection said. */
const TRACED_MIN = 0.3;

/**
 * From which reflection an edit came: the one with the insight that is worded most like it. An aggregator does not say
 * what it merged, so this is a reading of its words; of an edit that merges two insights only the closer one is found.
 * Always by the offline vectors, since it decides nothing but credit and coverage and must cost nothing.
 */
export interface EditTracer {
  /** The reflection's ordinal, or null; `among` narrows the search to the members of a group. */
  origin(text: string, among?: ReadonlySet<number>): number | null;
}

export function traceEdits(reflections: readonly Reflection[]): EditTracer {
  const insights = reflections.flatMap(({ ordinal, insights: said, text }) =>
    (said.length > 0 ? said : [text]).map((insight) => ({
      ordinal,
      insight,
      vector: hashedNgramVector(insight),
    })),
  );
  const vectors = new Map<string, UnitVector>();
  const vectorOf = (text: string) => {
    const known = vectors.get(text) ?? hashedNgramVector(text);
    vectors.set(text, known);
    return known;
  };
  return {
    origin(text, among) {
      const open = among ? insights.filter(({ ordinal }) => among.has(ordinal)) : insights;
      // Word for word is the common case, and spares the comparison with all the others.
      const same = open.find(({ insight }) => insight === text);
      if (same) return same.ordinal;
      let best: { readonly ordinal: number; readonly likeness: number } | null = null;
      for (const { ordinal, vector } of open) {
        const likeness = similarity(vectorOf(text), vector);
        if (likeness >= TRACED_MIN && likeness > (best?.likeness ?? 0)) best = { ordinal, likeness };
      }
      return best?.ordinal ?? null;
    },
  };
}
