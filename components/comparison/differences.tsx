'use client';

import type { PairedComparison } from '@/lib/contracts/paired-comparisons';
import { ComparedExamplesCard } from './compared-examples-card';
import { InsightsCard } from './insights-card';
import { useComparedPair } from './use-compared-pair';

interface DifferencesProps {
  readonly runIds: readonly string[];
  readonly initial: PairedComparison | null;
}

/** Examples and insights in which the chosen run and the baseline differ; nothing where they are not comparable. */
export function Differences({ runIds, initial }: DifferencesProps) {
  const { pairs, looked } = useComparedPair(runIds, initial);
  if (pairs.data === undefined || looked === null) return null;
  const { baseline } = pairs.data;
  return (
    <>
      <ComparedExamplesCard key={`${baseline.runId} ${looked.runId}`} baseline={baseline} other={looked} />
      <InsightsCard baseline={baseline} other={looked} />
    </>
  );
}
