'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Card } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import type { ComparedSide, PairedRun } from '@/lib/contracts/paired-comparisons';
import { comparedCounts, OUTCOME_WORDS } from '@/lib/view/paired-comparison';
import { ComparedExamples, ExamplesDoor, OUTCOMES } from './compared-examples';
import { useComparedExamples } from './use-pairs';

const NAMES = ['Reference', 'This run'] as const;
/** Enough to see a pattern; the others are a press away. */
const AT_REST = 3;

interface ComparedExamplesCardProps {
  readonly baseline: ComparedSide;
  readonly other: PairedRun;
}

/** The examples behind a comparison, regressions first: what a reader wants to see before believing the mean. */
export function ComparedExamplesCard({ baseline, other }: ComparedExamplesCardProps) {
  const [outcome, setOutcome] = useQueryState(
    'outcome',
    parseAsStringLiteral(OUTCOMES).withDefault('differ'),
  );
  const examples = useComparedExamples(baseline.runId, other.runId, outcome);
  return (
    <Card
      flush
      title="Examples"
      description={comparedCounts(other)}
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
      <ComparedExamples key={outcome} examples={examples} outcome={outcome} names={NAMES} atRest={AT_REST} />
    </Card>
  );
}
