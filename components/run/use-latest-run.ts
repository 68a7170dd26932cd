'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { useCurves } from '@/components/comparison/use-curves';
import { useCosts } from '@/components/cost/use-costs';
import { useTruth } from '@/components/queries/use-truths';
import { getConfirmation } from '@/lib/contracts/confirmation';
import type { RunView } from '@/lib/contracts/run-shapes';
import { nextStep } from '@/lib/view/next-step';
import { verdictBadges } from '@/lib/view/run-verdict';
import { serialFact } from '@/lib/view/serial-fact';

/** Findings about an ended run that its row in a list does not hold; null while they are read. */
export function useLatestRun(run: RunView) {
  const { truth, isPending } = useTruth('run', run.id, false);
  const confirmation = useQuery({
    queryKey: ['confirmation', run.id, 'state'],
    // Only a gain can be confirmed.
    enabled: truth?.kind === 'gain' && run.kind !== 'serialBaseline',
    queryFn: ({ signal }) => callApi(getConfirmation, { params: { runId: run.id }, signal }),
  });
  const costs = useCosts(run.id, 0, null);
  const curves = useCurves([run.id], []);
  const isUndecided = isPending || confirmation.isLoading || costs.isPending;
  return {
    verdicts: isPending ? null : verdictBadges(run.status, truth ?? undefined),
    sentence: truth?.sentence,
    next: isUndecided
      ? null
      : nextStep(run, truth?.kind, {
          hasSealedExamples: confirmation.data?.state === 'sealed',
          serialRunId: costs.data?.againstSerial.baseline?.runId ?? null,
        }),
    // Without an answer nothing is claimed of the speed.
    serial: costs.data === undefined ? null : serialFact(costs.data, run.scoreDoubt),
    isSerialPending: costs.isPending,
    // A score in doubt has no shape to show.
    curve: run.scoreDoubt === null ? (curves.data?.own[0]?.points.map(({ score }) => score) ?? []) : [],
  };
}
