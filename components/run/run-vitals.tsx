import type { ReactNode } from 'react';
import { MeasuredValue } from '@/components/fact/measured-value';
import { keptFigures } from '@/components/ui/kept-figures';
import { Progress } from '@/components/ui/progress';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { isEnded } from '@/lib/domain/run';
import { knownSpend } from '@/lib/domain/spend';
import type { RunState } from '@/lib/projection/run-state';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import {
  describeMeasurement,
  formatCompact,
  formatCount,
  formatDuration,
  formatUsd,
  type MeasurementText,
  plural,
} from '@/lib/view/numbers';
import { prepareProgress } from '@/lib/view/run-progress';

interface VitalsProps {
  readonly run: RunDetailView;
  readonly state: RunState;
  readonly origin: NumberOrigin;
}

/** The five numbers that are watched while a run is on. */
export function RunVitals({ run, state, origin }: VitalsProps) {
  const { summary } = run;
  const ended = isEnded(run.status);
  const progress = prepareProgress(state, { ...summary, isEnded: ended });
  const isRead = state.lastSeq > 0;
  const evaluationRollouts = isRead ? state.evaluationRollouts : summary.evaluationRollouts;
  const failures = isRead ? state.failures : summary.failures;
  const best = state.measurements.findLast((point) => point.best)?.score ?? summary.bestScore;
  const seed = state.measurements.find((point) => !point.incomplete)?.score ?? summary.seedScore;
  const spend = state.spend ? knownSpend(state.spend, run.priced) : summary.spend;
  return (
    <section
      aria-label="Vital numbers"
      className="mb-5 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card lg:grid-cols-5"
    >
      <Vital name="Phase" className="col-span-2 lg:col-span-1">
        <span className="font-medium">{progress.phase}</span>
        <Progress
          className="mt-2"
          label="Training rollouts"
          value={progress.done}
          max={progress.planned ?? 0}
          tone={run.status === 'finished' ? 'good' : 'honey'}
        />
      </Vital>
      <Vital
        name="Training rollouts"
        note={`${formatCount(evaluationRollouts)} for evaluation, ${plural(failures, 'failure')}`}
      >
        <span className="numbers font-medium text-lg tracking-tight">{progress.text}</span>
      </Vital>
      <Vital
        name="Best held-out"
        note={
          <>
            {describeOrigin(origin)}
            {seed ? <SeedScore score={describeMeasurement(seed)} /> : null}
          </>
        }
      >
        <MeasuredValue measurement={best} doubt={run.scoreDoubt} large />
      </Vital>
      <Vital
        name="Spend"
        note={`${formatUsd(spend.costUsd)} at list price · ${formatCompact(spend.tokensIn + spend.tokensOut)} tokens${ended ? '' : ' · as of the last closed iteration'}`}
      >
        <span className="numbers font-medium text-lg tracking-tight">{formatUsd(spend.spendUsd)}</span>
      </Vital>
      {ended ? (
        <Vital name="Time taken" note="from the first entry to the last">
          <span className="numbers font-medium text-lg tracking-tight">{elapsed(state) ?? '–'}</span>
        </Vital>
      ) : (
        <Vital name="Time left" note={elapsedNote(run, state)}>
          <span className="numbers block text-balance font-medium">{progress.timeLeft}</span>
        </Vital>
      )}
    </section>
  );
}

/** Its interval breaks over no two lines. */
function SeedScore({ score }: { score: MeasurementText }) {
  return (
    <span className="block">
      original prompt {keptFigures(score.mean)} (<span className="whitespace-nowrap">{score.interval}</span>,{' '}
      {keptFigures(score.n)})
    </span>
  );
}

function elapsedNote(run: RunDetailView, state: RunState): string {
  const time = elapsed(state);
  if (time === null) return run.startedAt === null ? 'not started' : '';
  return `${time} so far`;
}

function elapsed({ startedAtMs, lastAtMs }: RunState): string | null {
  return startedAtMs === null || lastAtMs === null
    ? null
    : formatDuration(Math.max(0, lastAtMs - startedAtMs));
}

interface VitalProps {
  readonly name: string;
  readonly note?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

function Vital({ name, note, className, children }: VitalProps) {
  return (
    <div className={`min-w-0 bg-surface px-4 py-3 ${className ?? ''}`}>
      <h2 className="mb-1 font-normal text-ink-faint text-xs">{name}</h2>
      <div className="min-h-7">{children}</div>
      {note ? (
        <div className="mt-1 text-[0.6875rem] text-ink-faint leading-snug">{keptFigures(note)}</div>
      ) : null}
    </div>
  );
}
