'use client';

import { CircleCheck, CircleDashed, OctagonAlert, TriangleAlert } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import type { TruthView } from '@/lib/contracts/truths';
import { useTruth } from './use-truths';

/** What is true of an experiment or a run, in one sentence above everything else. */
export function TruthLine({ of, id, live }: { of: 'experiment' | 'run'; id: string; live: boolean }) {
  const { truth, isPending } = useTruth(of, id, live);
  if (isPending) return <Skeleton className="mb-4 h-10 w-full" />;
  if (truth === undefined) return null;
  return (
    <Notice
      tone={truth.tone}
      className="mb-4"
      title={<span data-truth={truth.kind}>{truth.sentence}</span>}
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

/** The same on one row of a list. */
export function TruthCell({ truth }: { truth: TruthView | undefined }) {
  if (truth === undefined) return null;
  const Icon = ICONS[truth.tone];
  return (
    <span className="flex items-start gap-1.5 whitespace-normal text-ink-soft text-xs">
      <Icon className={classNames('mt-0.5 size-3.5 shrink-0', INKS[truth.tone])} aria-hidden />
      <span>{truth.sentence}</span>
    </span>
  );
}
