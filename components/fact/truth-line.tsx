'use client';

import { CircleCheck, CircleDashed, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useTruth } from '@/components/queries/use-truths';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import type { TruthView } from '@/lib/contracts/truths';
import { keepFigures } from '@/lib/view/numbers';

interface TruthLineProps {
  readonly of: 'experiment' | 'run';
  readonly id: string;
  readonly live: boolean;
}

/** The truth of an experiment or a run, in one sentence above everything else. */
export function TruthLine({ of, id, live }: TruthLineProps) {
  const { truth, isPending } = useTruth(of, id, live);
  if (isPending) return <Skeleton className="mb-4 h-10 w-full" />;
  if (truth === undefined) return null;
  return (
    <Notice
      tone={truth.tone}
      className="mb-4"
      title={<span data-truth={truth.kind}>{keepFigures(truth.sentence)}</span>}
      action={
        of === 'experiment' && truth.runId !== null ? (
          <Link href={`/runs/${truth.runId}`} className="underline underline-offset-2">
            Open its run
          </Link>
        ) : null
      }
    />
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
}

/** The same on one row of a list; `short` where the row says the rest, and then nothing of what is not measured. */
export function TruthCell({ truth, short = false }: TruthCellProps) {
  if (truth === undefined || (short && truth.kind === 'notMeasured')) return null;
  const Icon = ICONS[truth.tone];
  return (
    <span
      className="flex items-start gap-1.5 whitespace-normal text-ink-soft text-xs"
      title={short ? truth.sentence : undefined}
    >
      <Icon className={classNames('mt-0.5 size-3.5 shrink-0', INKS[truth.tone])} aria-hidden />
      <span data-truth={truth.kind}>{keepFigures(short ? truth.short : truth.sentence)}</span>
    </span>
  );
}
