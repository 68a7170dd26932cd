'use client';

import type { ReactNode } from 'react';
import { MeasuredValue } from '@/components/fact/measured-value';
import { RunStatusBadge } from '@/components/fact/run-status-badge';
import { TruthCell } from '@/components/fact/truth-line';
import { useTruthsOf } from '@/components/queries/use-truths';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { Progress } from '@/components/ui/progress';
import { Skeleton } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { RunView } from '@/lib/contracts/run-shapes';
import { isEnded } from '@/lib/domain/run';
import { type GainOverStart, gainOverStart } from '@/lib/view/gain-over-start';
import { describeHardware, PRACTICE_LABEL } from '@/lib/view/number-origin';
import { formatUsd, NOT_KNOWN } from '@/lib/view/numbers';
import { trainingText } from '@/lib/view/run-progress';
import { RUN_KIND_WORDS } from '@/lib/view/run-words';

/** On a phone a row says name, status and score; the rest is on the run's own page. */
const WIDE_ONLY = 'max-sm:hidden!';

/** Runs of one experiment with everything that a row has. */
export function RunTable({ runs }: { runs: readonly RunView[] }) {
  const { truths, isPending } = useTruthsOf(
    'run',
    runs.map(({ id }) => id),
    runs.some(({ status }) => !isEnded(status)),
  );
  return (
    <Table caption="Runs" isStacked>
      <TableHead>
        <HeadCell>Run</HeadCell>
        <HeadCell className={WIDE_ONLY}>Status</HeadCell>
        <HeadCell className={WIDE_ONLY}>Kind · seed</HeadCell>
        <HeadCell className={WIDE_ONLY}>Training rollouts</HeadCell>
        <HeadCell>Best held-out</HeadCell>
        <HeadCell numeric title="The best score minus the original prompt's">
          Gain over the start
        </HeadCell>
        <HeadCell numeric>Spend</HeadCell>
        <HeadCell>Made</HeadCell>
      </TableHead>
      <TableBody>
        {runs.map((run) => (
          <Row key={run.id}>
            <RunNameCell run={run}>
              {isPending ? (
                <Skeleton className="h-4 w-4/5" />
              ) : (
                <TruthCell truth={truths.get(run.id)} short />
              )}
            </RunNameCell>
            <Cell className={WIDE_ONLY}>
              <RunStatusBadge status={run.status} />
            </Cell>
            <Cell className={classNames(WIDE_ONLY, 'whitespace-nowrap text-ink-soft')}>
              {RUN_KIND_WORDS[run.kind]} · {run.seed}
            </Cell>
            <Cell className={classNames(WIDE_ONLY, 'min-w-32')}>
              <span className="numbers text-xs">
                {trainingText(run.summary.rollouts, run.summary.plannedRollouts, isEnded(run.status))}
              </span>
              <Progress
                className="mt-1"
                label={`Rollouts of ${run.label}`}
                value={Math.min(run.summary.rollouts, rolloutsMax(run))}
                max={rolloutsMax(run)}
                tone={run.status === 'failed' ? 'bad' : run.status === 'finished' ? 'good' : 'honey'}
              />
            </Cell>
            <Cell data-head="Best held-out">
              <BestHeldOut run={run} />
            </Cell>
            <Cell numeric data-head="Gain">
              {/* A score in doubt has no gain. */}
              <Gain gain={run.scoreDoubt === null ? gainOverStart(run.summary.gain ?? null) : null} />
            </Cell>
            <Cell numeric data-head="Spend">
              {formatUsd(run.summary.spend.spendUsd)}
            </Cell>
            <Cell data-head="Made" className="text-ink-faint">
              <Time at={run.createdAt} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

interface RunNameCellProps {
  readonly run: RunView;
  /** Truth of the run; arrives late. */
  readonly children: ReactNode;
}

/** A run that has ended did what it did. */
const rolloutsMax = ({ status, summary }: RunView) =>
  isEnded(status) ? summary.rollouts : summary.plannedRollouts;

/** As high as what a measured run mostly says of itself: its sentence comes later and moves no row. */
const roomFor = ({ summary }: RunView) => (summary.bestScore === null ? 'min-h-4' : 'min-h-12 sm:min-h-8');

function RunNameCell({ run, children }: RunNameCellProps) {
  return (
    <Cell className="sm:min-w-40 sm:max-w-72">
      {/* Arms of one sweep differ only behind their first words, which is all that one line of a phone holds; the seed is last. */}
      <Link
        href={`/runs/${run.id}`}
        className="font-medium hover:underline max-sm:line-clamp-3 sm:block sm:truncate sm:leading-6"
      >
        {run.label}
      </Link>
      <span className="mb-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-ink-faint text-xs sm:flex-nowrap">
        <span className="sm:hidden">
          <RunStatusBadge status={run.status} />
        </span>
        {run.practice ? <Badge tone="info">{PRACTICE_LABEL}</Badge> : null}
      </span>
      <div className={roomFor(run)}>{children}</div>
    </Cell>
  );
}

function Gain({ gain }: { gain: GainOverStart | null }) {
  if (gain === null) return NOT_KNOWN;
  return (
    <span className="inline-flex flex-col leading-tight">
      {gain.points}
      <span className="whitespace-nowrap text-[0.6875rem] text-ink-faint">{gain.interval}</span>
    </span>
  );
}

/** The score with interval and n; the column names its split, and the hardware is shown below. */
function BestHeldOut({ run }: { run: RunView }) {
  const hardware = describeHardware(run);
  return (
    <>
      <MeasuredValue measurement={run.summary.bestScore} doubt={run.scoreDoubt} />
      {run.summary.bestScore ? (
        <span className="block max-w-36 break-words text-[0.6875rem] text-ink-faint">{hardware}</span>
      ) : null}
    </>
  );
}
