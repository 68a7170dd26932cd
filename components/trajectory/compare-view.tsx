'use client';

import { ArrowDown, GitCompare } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { MeasuredList } from '@/components/ui/measured-list';
import { PageHeader } from '@/components/ui/page-header';
import { SkeletonRows } from '@/components/ui/skeleton';
import { usePageKeys } from '@/components/ui/use-page-keys';
import type { RolloutComparisonView } from '@/lib/contracts/rollout-shapes';
import { formatCount, plural } from '@/lib/view/numbers';
import { neighbourOf } from '@/lib/view/trajectory-step';
import { ComparedHead } from './compared-head';
import { ComparedPair } from './compared-pair';
import { useChosenStep } from './use-chosen-step';
import { STEPS_PAGE, useComparison, useSteps } from './use-rollout';

/** Two rollouts side by side, as one list of pairs, so that both scroll together. */
export function CompareView({ left, right }: { readonly left: string; readonly right: string }) {
  const comparison = useComparison(left, right);
  if (comparison.isPending) return <SkeletonRows label="Loading both rollouts…" rows={8} />;
  if (comparison.isError)
    return <ProblemNotice error={comparison.error} onRetry={() => comparison.refetch()} />;
  return <Compared comparison={comparison.data} />;
}

function Compared({ comparison }: { readonly comparison: RolloutComparisonView }) {
  const { left, right, pairs, first } = comparison;
  const differing = useMemo(
    () => pairs.flatMap(({ difference }, index) => (difference === null ? [] : [index])),
    [pairs],
  );
  const { current, target, go } = useChosenStep(pairs.length);
  usePageKeys((event) => {
    if (event.key === 'j') go(current + 1);
    else if (event.key === 'k') go(current < 0 ? 0 : current - 1);
    else if (event.key === 'n') go(neighbourOf(differing, current, 'next'));
    else if (event.key === 'N') go(neighbourOf(differing, current, 'previous'));
  });
  return (
    <>
      <PageHeader
        title="Two rollouts"
        crumbs={[{ label: `Rollout by ${left.agentName}`, href: `/rollouts/${left.id}` }]}
        description="Steps are paired from both ends. System text differs with the prompt and does not count as a difference."
      />
      <Card flush>
        <ComparedHead comparison={comparison} />
        <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-3">
          <p className="mr-auto text-[0.8125rem]" role="status">
            {first === null
              ? `All ${plural(pairs.length, 'step')} are the same, apart from system text.`
              : `First difference at step ${formatCount(first + 1)} of ${formatCount(pairs.length)}.`}
          </p>
          <Button disabled={first === null} onClick={() => go(first)}>
            <ArrowDown aria-hidden /> First difference
          </Button>
          <Button
            disabled={differing.length === 0}
            title="Key: n"
            onClick={() => go(neighbourOf(differing, current, 'next'))}
          >
            Next difference
          </Button>
        </div>
        {pairs.length === 0 ? (
          <EmptyState icon={GitCompare} title="Neither rollout has a step yet">
            Steps appear here as the agents make model calls.
          </EmptyState>
        ) : (
          <Pairs
            comparison={comparison}
            current={current}
            target={target}
            onChoose={go}
            stamp={`${left.attempts.at(-1)?.status} ${right.attempts.at(-1)?.status} ${pairs.length}`}
          />
        )}
      </Card>
    </>
  );
}

interface PairsProps {
  readonly comparison: RolloutComparisonView;
  readonly current: number;
  readonly target: { readonly index: number } | null;
  readonly onChoose: (index: number) => void;
  readonly stamp: string;
}

function Pairs({ comparison, current, target, onChoose, stamp }: PairsProps) {
  const { left, right, leftAttempt, rightAttempt, pairs, first } = comparison;
  const [range, setRange] = useState({ from: 0, to: 0 });
  const shown = pairs.slice(range.from, range.to + 1);
  const pagesOf = (side: 'left' | 'right') => [
    ...new Set(shown.flatMap((pair) => pair[side] ?? []).map((index) => Math.floor(index / STEPS_PAGE))),
  ];
  const ofLeft = useSteps({ rolloutId: left.id, attempt: leftAttempt }, pagesOf('left'), stamp);
  const ofRight = useSteps({ rolloutId: right.id, attempt: rightAttempt }, pagesOf('right'), stamp);
  const aimed = target === null ? undefined : pairs[target.index];
  const isThere = ofLeft.has(aimed?.left ?? -1) || ofRight.has(aimed?.right ?? -1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the arrival of the steps makes another target.
  const place = useMemo(() => (target === null ? null : { ...target }), [target, isThere]);
  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), []);
  return (
    <MeasuredList
      label="Pairs of steps"
      className="max-h-[min(48rem,75vh)] border-line border-t"
      count={pairs.length}
      rowHeight={180}
      target={place}
      onRange={onRange}
      atAGlance={(index) => `${index + 1}`}
    >
      {(index) => {
        const pair = pairs[index];
        if (pair === undefined) return null;
        return (
          <ComparedPair
            pair={pair}
            left={pair.left === null ? null : ofLeft.get(pair.left)}
            right={pair.right === null ? null : ofRight.get(pair.right)}
            isFirst={index === first}
            isCurrent={index === current}
            onChoose={() => onChoose(index)}
          />
        );
      }}
    </MeasuredList>
  );
}
