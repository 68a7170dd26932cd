'use client';

import { CircleCheck, CircleDashed, OctagonAlert, TriangleAlert } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { TruthView } from '@/lib/contracts/truths';
import { type BetterSerial, betterSerial } from '@/lib/view/better-serial';
import { keepFigures } from '@/lib/view/numbers';
import { useTruth } from './use-truths';

interface TruthLineProps {
  readonly of: 'experiment' | 'run';
  readonly id: string;
  readonly live: boolean;
  /** Those that the page holds, among which a serial baseline may have done better. */
  readonly runs?: readonly RunView[];
}

/** What is true of an experiment or a run, in one sentence above everything else. */
export function TruthLine({ of, id, live, runs = [] }: TruthLineProps) {
  const { truth, isPending } = useTruth(of, id, live);
  if (isPending) return <Skeleton className="mb-4 h-10 w-full" />;
  if (truth === undefined) return null;
  const run = truth.kind === 'gain' ? runs.find((one) => one.id === truth.runId) : undefined;
  const better = run === undefined ? null : betterSerial(runs, run);
  return (
    <Notice
      tone={better === null ? truth.tone : 'honey'}
      className="mb-4"
      title={<span data-truth={truth.kind}>{keepFigures(truth.sentence)}</span>}
    >
      {better?.sentence}
    </Notice>
  );
}

const ICONS = { good: CircleCheck, honey: TriangleAlert, bad: OctagonAlert, neutral: CircleDashed } as const;
const INKS = {
  good: 'text-good',
  honey: 'text-honey-text',
  bad: 'text-bad',
  neutral: 'text-ink-faint',
} as const;

interface TruthCellProps {
  readonly truth: TruthView | undefined;
  readonly short?: boolean;
  readonly better?: BetterSerial | null;
}

/** The same on one row of a list; `short` where the row says the rest, and then nothing of what is not measured. */
export function TruthCell({ truth, short = false, better = null }: TruthCellProps) {
  if (truth === undefined || (short && truth.kind === 'notMeasured')) return null;
  const beaten = truth.kind === 'gain' ? better : null;
  const tone = beaten === null ? truth.tone : 'honey';
  const Icon = ICONS[tone];
  return (
    <span
      className="flex items-start gap-1.5 whitespace-normal text-ink-soft text-xs"
      title={short ? truth.sentence : undefined}
    >
      <Icon className={classNames('mt-0.5 size-3.5 shrink-0', INKS[tone])} aria-hidden />
      <span data-truth={truth.kind}>
        {keepFigures(short ? truth.short : truth.sentence)}
        {beaten?.short}
      </span>
    </span>
  );
}
