'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Card } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import type { ComparedSide } from '@/lib/contracts/paired-comparisons';
import { plural } from '@/lib/view/numbers';
import { OUTCOME_WORDS } from '@/lib/view/paired-comparison';
import { ComparedExamples, ExamplesDoor, OUTCOMES } from './compared-examples';
import { useComparedExamples } from './use-pairs';

const NAMES = ['Baseline', 'This run'] as const;

interface ComparedExamplesCardProps {
  readonly baseline: ComparedSide;
  readonly other: ComparedSide;
}

/** The examples behind a comparison, regressions first: what a reader wants to see before believing the mean. */
export function ComparedExamplesCard({ baseline, other }: ComparedExamplesCardProps) {
  const [outcome, setOutcome] = useQueryState(
    'outcome',
    parseAsStringLiteral(OUTCOMES).withDefault('losses'),
  );
  const examples = useComparedExamples(baseline.runId, other.runId, outcome);
  const total = examples.data?.pages[0]?.total ?? 0;
  return (
    <Card
      flush
      title={`What did “${other.label}” lose and gain?`}
      description={`Against “${baseline.label}” · ${plural(total, 'example')} of this kind`}
      actions={
        <>
          <Segmented
            label="Which examples"
            value={outcome}
            onChange={setOutcome}
            options={OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] }))}
          />
          <ExamplesDoor examples={examples} names={NAMES} />
        </>
      }
    >
      <ComparedExamples examples={examples} outcome={outcome} names={NAMES} />
    </Card>
  );
}
