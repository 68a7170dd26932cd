'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { compareCurves } from '@/lib/contracts/curves';
import type { RunDetailView } from '@/lib/contracts/run-shapes';

const NONE: readonly { readonly seen: number; readonly score: number }[] = [];

/** The curve of the serial baseline that lets this run scale; empty where there is none, or it is the run itself. */
export function useSerialCurve(run: RunDetailView) {
  const baseline = run.kind === 'serialBaseline' ? null : (run.diagnosis?.runId ?? null);
  const curves = useQuery({
    queryKey: ['curves', 'serial', baseline],
    enabled: baseline !== null,
    // It has ended, so it stays as it is.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      callApi(compareCurves, { query: { runs: baseline ?? '', imported: '' }, signal }),
  });
  const own = curves.data?.own[0];
  return own?.seenUnit === 'examples' ? own.points : NONE;
}
