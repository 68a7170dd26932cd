'use client';

import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sparkline } from '@/components/charts/sparkline';
import { MeasuredValue } from '@/components/fact/measured-value';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import { Term } from '@/components/ui/term';
import type { RunView } from '@/lib/contracts/run-shapes';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { formatDuration, formatScore, formatUsd, NOT_KNOWN } from '@/lib/view/numbers';
import { useLatestRun } from './use-latest-run';

interface LatestRunCardProps {
  readonly run: RunView;
  /** On the page of its experiment neither the name nor a way to that page is repeated. */
  readonly isOnExperiment?: boolean;
}

/** The run that ended last: one word, its score, its price, and what to do with it. Heights are kept for what is late. */
export function LatestRunCard({ run, isOnExperiment = false }: LatestRunCardProps) {
  const { verdicts, sentence, next, serial, isSerialPending, curve } = useLatestRun(run);
  const { seedScore, bestScore, spend } = run.summary;
  return (
    <Card title="Latest run" className="lg:col-span-2">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="flex min-h-5.5 min-w-20 flex-wrap items-center gap-1">
          {verdicts === null ? (
            <Skeleton className="h-5 w-20" />
          ) : (
            verdicts.map(({ word, tone }) => (
              <Badge key={word} tone={tone} title={sentence}>
                {word}
              </Badge>
            ))
          )}
        </span>
        <Link href={`/runs/${run.id}`} className="min-w-0 break-words font-medium hover:underline">
          {run.label}
        </Link>
        {isOnExperiment ? null : (
          <span className="min-w-0 break-words text-ink-faint text-xs">{run.experimentName}</span>
        )}
        {run.practice ? <Badge tone="info">{PRACTICE_LABEL}</Badge> : null}
      </div>
      <div className="mt-4 flex min-h-12 flex-wrap items-start gap-x-5 gap-y-3">
        <MeasuredValue measurement={seedScore} large />
        <span className="sr-only">to</span>
        <span className="flex items-start gap-x-5 max-sm:gap-x-2">
          <ArrowRight className="mt-1.5 size-4 shrink-0 text-ink-faint" aria-hidden />
          <MeasuredValue measurement={bestScore} large doubt={run.scoreDoubt} />
        </span>
        <span className="ml-auto max-sm:ml-0">
          <Sparkline
            values={curve}
            label={`Held-out score from ${formatScore(curve[0])} to ${formatScore(curve.at(-1))}`}
          />
        </span>
      </div>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-line border-t pt-3">
        <dl className="grid min-w-0 flex-1 basis-72 grid-cols-2 gap-x-8 gap-y-2 sm:flex">
          <Fact name="Time">{tookOf(run)}</Fact>
          <Fact name="Spend">{formatUsd(spend.spendUsd)}</Fact>
          <Fact
            name={<Term id="serial-run">Against serial</Term>}
            isWide
            note={isSerialPending ? '' : serial?.note}
            title={serial?.sentence}
          >
            {isSerialPending ? (
              <Skeleton className="mt-0.5 h-4 w-14" />
            ) : serial?.isStruck ? (
              <s className="text-bad">{serial.text}</s>
            ) : (
              (serial?.text ?? NOT_KNOWN)
            )}
          </Fact>
        </dl>
        {next === null ? (
          <Skeleton className="h-8.5 w-40" />
        ) : isOnExperiment && next.href === `/experiments/${run.experimentId}` ? null : (
          <Button asChild variant="primary">
            <Link href={next.href}>{next.label}</Link>
          </Button>
        )}
      </div>
    </Card>
  );
}

interface FactProps {
  readonly name: ReactNode;
  readonly note?: string | undefined;
  readonly title?: string | undefined;
  /** Has a row of its own on a phone. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Fact({ name, note, title, isWide, children }: FactProps) {
  return (
    <div className={classNames('min-w-0', isWide && 'max-sm:col-span-2')} title={title}>
      <dt className="text-ink-faint text-xs">{name}</dt>
      <dd className="numbers min-h-5 text-[0.8125rem]">
        {children}
        {note === undefined ? null : (
          <span className="block min-h-4 text-[0.6875rem] text-ink-faint">{note}</span>
        )}
      </dd>
    </div>
  );
}

function tookOf({ startedAt, endedAt }: RunView): string {
  if (startedAt === null || endedAt === null) return NOT_KNOWN;
  return formatDuration(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)));
}
