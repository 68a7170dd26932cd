'use client';

import { useTruth } from '@/components/queries/use-truths';
import { Badge } from '@/components/ui/badge';
import { Progress } from '@/components/ui/progress';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { TruthView } from '@/lib/contracts/truths';
import { isEnded } from '@/lib/domain/run';
import { knownSpend } from '@/lib/domain/spend';
import type { RunState } from '@/lib/projection/run-state';
import { choiceCorrection } from '@/lib/view/choice-correction';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import {
  formatCompact,
  formatCount,
  formatDuration,
  formatPoints,
  formatUsd,
  plural,
  signedPoints,
} from '@/lib/view/numbers';
import { prepareProgress } from '@/lib/view/run-progress';
import { verdictBadges } from '@/lib/view/run-verdict';
import { RunFact } from './run-fact';
import { AgainstSerial } from './run-panels';
import { ScoreFact } from './score-fact';

interface RunFactsProps {
  readonly run: RunDetailView;
  readonly state: RunState;
  readonly origin: NumberOrigin;
  readonly readings: number;
}

/** The result of a run at a glance: verdict, score, speed and cost against serial, money, work and time. */
export function RunFacts({ run, state, origin, readings }: RunFactsProps) {
  const { summary } = run;
  const ended = isEnded(run.status);
  const { truth } = useTruth('run', run.id, !ended);
  const progress = prepareProgress(state, { ...summary, isEnded: ended });
  const isRead = state.lastSeq > 0;
  const evaluations = isRead ? state.evaluationRollouts : summary.evaluationRollouts;
  const failures = isRead ? state.failures : summary.failures;
  const spend = state.spend ? knownSpend(state.spend, run.priced) : summary.spend;
  const work = `${formatCount(evaluations)} for evaluation, ${plural(failures, 'failure')}`;
  const took = elapsed(state);
  return (
    <section
      aria-label="Key figures"
      className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card sm:grid-cols-3 lg:grid-cols-6"
    >
      <RunFact
        name="Verdict"
        title={verdictTitle(truth, summary)}
        note={run.scoreDoubt?.word ?? (ended && truth?.gain ? gainNote(truth.gain) : null)}
      >
        <span className="flex min-w-0 flex-wrap gap-1">
          {verdictBadges(run.status, truth ?? undefined).map(({ word, tone }) => (
            <Badge key={word} tone={tone}>
              {word}
            </Badge>
          ))}
        </span>
      </RunFact>
      <ScoreFact run={run} state={state} title={describeOrigin(origin)} />
      <AgainstSerial runId={run.id} readings={readings} doubt={run.scoreDoubt} />
      <RunFact
        name="Spend"
        title={ended ? undefined : 'As of the last closed iteration'}
        note={spendNote(spend)}
      >
        <span className="numbers font-medium">{formatUsd(spend.spendUsd)}</span>
      </RunFact>
      <RunFact name="Training rollouts" title={work} note={ended ? work : progress.phase}>
        <span className="numbers font-medium">{progress.text}</span>
        {ended ? null : (
          <Progress
            className="ml-3 min-w-8 flex-1"
            label="Training rollouts"
            value={progress.done}
            max={progress.planned ?? 0}
            tone="honey"
          />
        )}
      </RunFact>
      {ended ? (
        <RunFact name="Time taken" title="From the first to the last entry of its ledger">
          <span className="numbers font-medium">{took ?? '–'}</span>
        </RunFact>
      ) : (
        <TimeLeft words={progress.timeLeft} soFar={took} />
      )}
    </section>
  );
}

/** Spend leaves out answers that were paid before, so the list price is named where it differs. */
function spendNote({ costUsd, spendUsd, tokensIn, tokensOut }: ReturnType<typeof knownSpend>): string {
  const tokens = `${formatCompact(tokensIn + tokensOut)} tokens`;
  return costUsd === spendUsd ? tokens : `${formatUsd(costUsd)} list price · ${tokens}`;
}

/** The finding, and why its gain is not the difference of the two scores next to it. */
function verdictTitle(
  truth: TruthView | null | undefined,
  { seedScore, bestScore }: RunDetailView['summary'],
) {
  if (!truth) return undefined;
  const correction = truth.gain && choiceCorrection(truth.gain, seedScore, bestScore);
  return correction ? `${truth.sentence} ${correction}` : truth.sentence;
}

/** Gain over the original prompt with its interval; n is in the tooltip's sentence. */
function gainNote({ mean, lower, upper }: NonNullable<TruthView['gain']>): string {
  const span =
    lower === null || upper === null ? 'no interval' : `${signedPoints(lower)} to ${signedPoints(upper)}`;
  return `${formatPoints(mean)} (${span})`;
}

/** A range, or the reason why there is none. */
function TimeLeft({ words, soFar }: { readonly words: string; readonly soFar: string | null }) {
  const isKnown = /^\d/.test(words);
  const past = soFar === null ? 'not started' : `${soFar} so far`;
  return (
    <RunFact name="Time left" title={`${words}, ${past}`} note={isKnown ? past : words}>
      <span className={isKnown ? 'numbers truncate font-medium text-[0.8125rem]' : 'text-ink-faint'}>
        {isKnown ? words : '–'}
      </span>
    </RunFact>
  );
}

function elapsed({ startedAtMs, lastAtMs }: RunState): string | null {
  return startedAtMs === null || lastAtMs === null
    ? null
    : formatDuration(Math.max(0, lastAtMs - startedAtMs));
}
