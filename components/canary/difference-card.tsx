'use client';

import { type ReactNode, useMemo } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { SequenceChart } from '@/components/charts/sequence-chart';
import type { CanaryPlan } from '@/lib/domain/canary';
import { type LookShown, prepareDifferenceChart } from '@/lib/view/canary/difference-chart';
import { pointWords } from '@/lib/view/canary/plan-lines';
import { tableOfDifference } from '@/lib/view/data-table';
import { formatCount } from '@/lib/view/numbers';
import { LooksTable } from './looks-table';

interface DifferenceCardProps {
  readonly looks: readonly LookShown[];
  readonly plan: Pick<CanaryPlan, 'margin' | 'pairsPlanned' | 'lookEvery'>;
  readonly controls?: ReactNode;
}

/** The curve of the difference with its sequence against the margin, or the looks as a table. */
export function DifferenceCard({ looks, plan, controls }: DifferenceCardProps) {
  const chart = useMemo(() => prepareDifferenceChart(looks, plan), [looks, plan]);
  return (
    <ChartFrame
      question={`Is the challenger at most ${pointWords(plan.margin)} worse than the incumbent?`}
      origin={`Challenger minus incumbent on the same requests, with a sequence that may be looked at as often as one likes. ${formatCount(plan.pairsPlanned)} pairs planned.`}
      summary={chart.summary}
      isEmpty={looks.length === 0}
      emptyText={`The curve begins with the first look, at ${formatCount(plan.lookEvery)} pairs.`}
      controls={controls}
      chart={<SequenceChart chart={chart} />}
      data={tableOfDifference(chart, 'Difference by look')}
      table={<LooksTable looks={looks} />}
    />
  );
}
