'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { getConfirmation } from '@/lib/contracts/confirmation';
import { listEntries } from '@/lib/contracts/run-reading';
import type { RunView } from '@/lib/contracts/run-shapes';
import { getRun } from '@/lib/contracts/runs';
import { describeOutcome, newestOutcome, serialBestOf } from '@/lib/view/run-outcome';

const COLLAPSES_MAX = 1000;

/** The newest ended run of those that were read, with what its row does not say of it; null = none has ended. */
export function useOutcome(runs: readonly RunView[]) {
  const run = newestOutcome(runs);
  const runId = run?.id ?? '';
  const params = { runId };
  const rest = useQuery({
    queryKey: ['outcome', runId, run?.status],
    enabled: run !== null,
    queryFn: async ({ signal }) => {
      const [detail, confirmation, collapses] = await Promise.all([
        callApi(getRun, { params, signal }),
        callApi(getConfirmation, { params, signal }),
        callApi(listEntries, {
          params,
          query: { type: 'diversity.collapsed', limit: COLLAPSES_MAX },
          signal,
        }),
      ]);
      return { contamination: detail.contamination, confirmation, collapses: collapses.items.length };
    },
  });
  if (run === null) return { run: null, outcome: null, rest };
  const known = rest.data ?? { contamination: null, confirmation: null, collapses: null };
  const { startedAt, endedAt } = run;
  const tookMs = startedAt && endedAt ? Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) : null;
  const outcome = describeOutcome({ run, tookMs, serialBest: serialBestOf(runs, run), ...known });
  return { run, outcome, rest };
}
