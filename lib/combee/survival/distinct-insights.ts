import { insightId } from '@/lib/domain/insight-id';
import type { SoughtInsight } from './find-insights';
import type { IterationRecord } from './iteration-record';
import type { Reader } from './written-lines';

/** An insight as it is counted: once, however many reflections of the iteration say it in the same words. */
export interface DistinctInsight extends SoughtInsight {
  readonly ordinals: readonly number[];
  /** No reflection of the iteration's own says it. */
  readonly isCarried: boolean;
}

/**
 * In the order of the reflections. One that names no insight gives none: its whole text is a record of what happened,
 * not something that a prompt could say, and would count as lost whatever the aggregator learned from it.
 */
export function distinctInsights(
  { iteration, reflections }: IterationRecord,
  reader: Reader,
): readonly DistinctInsight[] {
  const byText = new Map<string, DistinctInsight>();
  for (const { ordinal, insights, isCarried } of [...reflections].sort(ownFirst)) {
    for (const [index, insight] of insights.entries()) {
      const wording = reader.wording(insight);
      const id = insightId(iteration, ordinal, index);
      const before = byText.get(wording.plain);
      byText.set(wording.plain, {
        ids: [...(before?.ids ?? []), id],
        wording: before?.wording ?? wording,
        ordinals: [...(before?.ordinals ?? []), ordinal],
        isCarried: before?.isCarried ?? isCarried,
      });
    }
  }
  return [...byText.values()];
}

const ownFirst = (
  a: { readonly isCarried: boolean; readonly ordinal: number },
  b: { readonly isCarried: boolean; readonly ordinal: number },
) => Number(a.isCarried) - Number(b.isCarried) || a.ordinal - b.ordinal;
