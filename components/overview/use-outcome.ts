'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { getConfirmation } from '@/lib/contracts/confirmation';
import { listEntries } from '@/lib/contracts/run-reading';
import type { RunView } from '@/lib/contracts/run-shapes';
import { getRun } from '@/lib/contracts/runs';
import { readTruths } from '@/lib/contracts/truths';
import { describeOutcome, newestOutcome } from '@/lib/view/run-outcome';

const COLLAPSES_MAX = 1000;
const NOTHING = { contamination: null, confirmation: null, collapses: null, truth: null };

/** The newest ended run of those that were read, with what its row does not say of it; null = none has ended. */
export function useOutcome(runs: readonly RunView[]) {
  const run = newestOutcome(runs);
  const rest = useQuery({
    queryKey: ['outcome', run?.id, run?.status],
    enabled: run !== null,
    queryFn: ({ signal }) => readRest(run, signal),
  });
  if (run === null) return { run: null, outcome: null, rest };
  const known = rest.data ?? NOTHING;
  const { startedAt, endedAt } = run;
  const tookMs = startedAt && endedAt ? Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) : null;
  const outcome = describeOutcome({ run, tookMs, ...known });
  return { run, outcome, rest };
}

async function readRest(run: RunView | null, signal: AbortSignal) {
  if (run === null) return NOTHING;
  const params = { runId: run.id };
  const [detail, confirmation, collapses, truths] = await Promise.all([
    callApi(getRun, { params, signal }),
    callApi(getConfirmation, { params, signal }),
    callApi(listEntries, {
      params,
      query: { type: 'diversity.collapsed', limit: COLLAPSES_MAX },
      signal,
    }),
    callApi(readTruths, { query: { runs: run.id }, signal }),
  ]);
  return {
    // Whatever makes its score no headline counts as contamination does.
    contamination: detail.scoreDoubt?.sentence ?? null,
    ...{ confirmation, collapses: collapses.items.length, truth: truths.items[0] ?? null },
  };
}
