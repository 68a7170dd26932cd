'use client';

import { type ReactNode, useMemo } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { SequenceChart } from '@/components/charts/sequence-chart';
import type { CanaryPlan } from '@/lib/domain/canary';
import { type LookShown, prepareDifferenceChart } from '@/lib/view/canary/difference-chart';
import { pointWords } from '@/lib/view/canary/plan-lines';
import type { LookedStage } from '@/lib/view/canary/stepper';
import { tableOfDifference } from '@/lib/view/data-table';
import { LooksTable } from './looks-table';

interface DifferenceCardProps {
  readonly looks: readonly LookShown[];
  /** Stage of these looks. */
  readonly stage: LookedStage;
  readonly plan: Pick<CanaryPlan, 'margin' | 'pairsPlanned' | 'lookEvery'>;
  readonly controls?: ReactNode;
}

/** The curve of the difference with its sequence against the margin, or the looks as a table. */
export function DifferenceCard({ looks, stage, plan, controls }: DifferenceCardProps) {
  const chart = useMemo(() => prepareDifferenceChart(looks, plan, stage), [looks, plan, stage]);
  return (
    <ChartFrame
      question={`Is the challenger at most ${pointWords(plan.margin)} worse than the incumbent?`}
      origin={chart.origin}
      summary={chart.summary}
      isEmpty={chart.dots.length === 0}
      emptyText={chart.emptyText}
      controls={controls}
      chart={<SequenceChart chart={chart} />}
      data={tableOfDifference(chart, 'Difference by look')}
      table={<LooksTable looks={looks} counts={chart.counts} />}
    />
  );
}
