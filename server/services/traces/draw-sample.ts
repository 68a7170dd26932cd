import type { TraceFilter } from '@/lib/domain/trace-filter';
import type { TraceSampleCounts, TraceSampleItem } from '@/lib/domain/trace-sample';
import { drawTraces } from '@/lib/traces/draw-traces';
import { ledgerPool } from '@/server/ledger/pool';
import { listDrawableTraces, readTraceItems, type TraceRow } from '@/server/repositories/drawable-traces';

/** Traces that a sample looks at: the newest that match. */
export const DRAWABLE_MAX = 50_000;

export interface SampleAsked {
  readonly filter: TraceFilter;
  readonly count: number;
  readonly seed: number;
}

/** Traces of a filter that a sample would hold, by id, and how they were chosen. */
export async function drawSample(workspaceId: string, { filter, count, seed }: SampleAsked) {
  const there = await listDrawableTraces(ledgerPool(), { workspaceId, filter, max: DRAWABLE_MAX + 1 });
  const { ids, counts } = drawTraces(there.slice(0, DRAWABLE_MAX), { count, seed });
  return { ids, counts: counts satisfies TraceSampleCounts, isCut: there.length > DRAWABLE_MAX };
}

/** The drawn traces as a run reads them, in the order of their ids. */
export async function sampleItems(workspaceId: string, ids: readonly string[]): Promise<TraceSampleItem[]> {
  const rows = await readTraceItems(ledgerPool(), { workspaceId, ids });
  return rows.map(itemOf);
}

/** A trace that ended with an error was no success, whether or not it was judged. */
function itemOf({ error, score, feedback, ...row }: TraceRow): TraceSampleItem {
  const words = [feedback ?? '', error === null ? '' : `It ended with an error: ${error || 'no message'}`];
  return { ...row, score: score ?? 0, feedback: words.filter((each) => each !== '').join('\n') };
}
