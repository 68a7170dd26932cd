'use client';

import { Flag } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RolloutComparisonView, ShownStep } from '@/lib/contracts/rollout-shapes';
import { StepCard } from './step-card';

type Pair = RolloutComparisonView['pairs'][number];

const DIFFERENCE_WORDS: Readonly<Record<NonNullable<Pair['difference']>, string>> = {
  tool: 'Other tool',
  arguments: 'Other arguments',
  text: 'Other text',
  missing: 'On one side only',
};

interface ComparedPairProps {
  readonly pair: Pair;
  /** Null = this side has no step here; undefined = it is being loaded. */
  readonly left: ShownStep | null | undefined;
  readonly right: ShownStep | null | undefined;
  readonly isFirst: boolean;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

/** Two steps next to each other, or one above the other on a phone. */
export function ComparedPair({ pair, left, right, isFirst, isCurrent, onChoose }: ComparedPairProps) {
  return (
    <div className={classNames(isFirst && 'border-honey border-t-2')}>
      {pair.difference === null ? null : (
        <p className="flex flex-wrap gap-2 px-4 pt-2">
          {isFirst ? (
            <Badge tone="honey" icon={Flag}>
              First difference
            </Badge>
          ) : null}
          <Badge>{DIFFERENCE_WORDS[pair.difference]}</Badge>
        </p>
      )}
      <div className="grid md:grid-cols-2 md:divide-x md:divide-line">
        <Side name="Left" step={left} isCurrent={isCurrent} onChoose={onChoose} />
        <Side name="Right" step={right} isCurrent={isCurrent} onChoose={onChoose} />
      </div>
    </div>
  );
}

interface SideProps {
  readonly name: 'Left' | 'Right';
  readonly step: ShownStep | null | undefined;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

function Side({ name, step, isCurrent, onChoose }: SideProps) {
  return (
    <div className="min-w-0">
      <p className="px-4 pt-2 text-[0.6875rem] text-ink-faint md:hidden">{name}</p>
      {step === undefined ? (
        <div className="h-[120px] px-4 py-3">
          <SkeletonRows label="Loading the step" rows={2} />
        </div>
      ) : step === null ? (
        <p className="px-4 py-3 text-ink-faint text-xs">No step here</p>
      ) : (
        <StepCard shown={step} query="" isCurrent={isCurrent} lineText={noText} onChoose={onChoose} />
      )}
    </div>
  );
}

const noText = () => '';
