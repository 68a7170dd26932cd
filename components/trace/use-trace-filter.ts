'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import { type TraceFilter, traceFilter } from '@/lib/domain/trace-filter';
import { traceFilterOf } from '@/lib/view/trace-filter-address';

export type TraceFilterName = keyof TraceFilter;
type Texts = Readonly<Record<TraceFilterName, string | null>>;

const NAMES = Object.keys(traceFilter.shape) as TraceFilterName[];
const PARSERS = Object.fromEntries(NAMES.map((name) => [name, parseAsString])) as Record<
  TraceFilterName,
  typeof parseAsString
>;

/** The filter in the address of the page, and its fields as typed. */
export function useTraceFilter() {
  const [texts, set] = useQueryStates(PARSERS);
  const given = NAMES.flatMap((name) => (texts[name] === null ? [] : [[name, texts[name]]]));
  return {
    filter: traceFilterOf(new URLSearchParams(given)),
    texts: texts satisfies Texts,
    set: (change: Partial<Texts>) => void set(change),
    clear: () => void set(null),
  };
}
