'use client';

import { parseAsString, useQueryState } from 'nuqs';
import type { PairedComparison } from '@/lib/contracts/paired-comparisons';
import { usePairs } from './use-pairs';

/** As many as one baseline is held against at once. */
export const PAIRED_MAX = 10;

/** Compared runs with the chosen baseline, and the one run whose examples and prompt are shown; both are in the address. */
export function useComparedPair(runIds: readonly string[], initial: PairedComparison | null) {
  const [chosen, setBaseline] = useQueryState('baseline', parseAsString);
  const [otherId, setOther] = useQueryState('other', parseAsString);
  const baselineId = chosen !== null && runIds.includes(chosen) ? chosen : runIds[0];
  const inOrder = [...(baselineId ? [baselineId] : []), ...runIds.filter((id) => id !== baselineId)];
  const pairs = usePairs(inOrder.slice(0, PAIRED_MAX), initial);
  const others = pairs.data?.others ?? [];
  const looked = others.find(({ runId }) => runId === otherId) ?? others[0] ?? null;
  return { pairs, looked, setBaseline, setOther };
}
