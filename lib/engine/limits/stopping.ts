import type { RunManifest } from '@/lib/domain/manifest';
import { rolloutsPerExample } from '@/lib/domain/method-settings';
import type { RunControl } from '@/lib/domain/run';
import type { RunEnd, SearchEnd } from '@/lib/domain/run-end';
import type { Measurement } from '@/lib/domain/score';
import type { Spend } from '@/lib/domain/spend';
import { targetReached } from './target-reached';

/**
 * Whether a run stops at this boundary, and why: whichever rule fires first, in the order below. A decision with a
 * reason, never a call: the loop journals it, so that a replay stops where the run did. Patience and target look at
 * held-out measurements only; there is no field for a training score.
 */
export type StopDecision = { readonly stop: false } | ({ readonly stop: true } & RunEnd);

export interface StopInput {
  readonly manifest: RunManifest;
  readonly requested: RunControl;
  readonly seen: number;
  readonly total: number;
  readonly spend: Spend;
  readonly elapsedMs: number;
  /** Expected milliseconds of one more measurement. */
  readonly measurementMs: number;
  /** Accelerator time so far; null = not measured. */
  readonly gpuSeconds: number | null;
  /** Held-out means so far, the original prompt's first. */
  readonly measurements: readonly Measurement[];
  /** Scores of the newest of them, one an example; empty before the first. */
  readonly lastScores: readonly (number | null)[];
  /** Rollouts of the iteration just closed. */
  readonly lastRollouts: number;
  /** Rollouts that the provider rejected since the last iteration in which it took one. */
  readonly rejectedInARow: number;
  /** Training answers after the second update, and those of them that could not be parsed. */
  readonly laterAnswers: number;
  readonly laterUnreadable: number;
  /** Rollouts of the last iteration that a hard cap or the deadline refused. */
  readonly lastRefused: number;
  /** Tokens and dollars that the next iteration and the last evaluation are expected to take. */
  readonly nextTokens: number;
  readonly nextUsd: number;
  /** Why the method itself has nothing more to do, where that is so. */
  readonly searchDone: SearchEnd | null;
}

type Rule = (input: StopInput) => StopDecision;

const GO_ON: StopDecision = { stop: false };
const stop = (end: RunEnd): StopDecision => ({ stop: true, ...end });

const RULES: readonly Rule[] = [
  byPerson,
  whenAllIsRejected,
  whenAnswersAreUnreadable,
  whenTrainingIsDone,
  whenSearchIsDone,
  onTarget,
  onPatience,
  onRollouts,
  onTokens,
  onDollars,
  onGpuSeconds,
  onDeadline,
];

/** Where a cap refused examples of the last iteration, the cap is why the run ends, even on its last example. */
const AT_THE_END: readonly Rule[] = [whenTrainingIsDone, whenSearchIsDone];
const RULES_WHEN_REFUSED = [...RULES.filter((rule) => !AT_THE_END.includes(rule)), ...AT_THE_END];

export function decideStop(input: StopInput): StopDecision {
  for (const rule of input.lastRefused > 0 ? RULES_WHEN_REFUSED : RULES) {
    const decision = rule(input);
    if (decision.stop) return decision;
  }
  return GO_ON;
}

function byPerson({ requested }: StopInput): StopDecision {
  return requested === 'stop' ? stop({ reason: 'stoppedByPerson', numbers: {} }) : GO_ON;
}

/** One rejected example may be its own fault, and at batch size 1 it is a whole iteration. */
const REJECTED_IN_A_ROW = 3;

/** A provider that does not answer is waited for; this is one that answers, and takes nothing. */
function whenAllIsRejected({ rejectedInARow }: StopInput): StopDecision {
  if (rejectedInARow < REJECTED_IN_A_ROW) return GO_ON;
  return stop({ reason: 'providerDown', numbers: { rejected: rejectedInARow } });
}

/** One odd reply is no habit. */
const LATER_ANSWERS_MIN = 10;

/** A prompt that breaks the form of its answers scores 0 whatever it teaches, so going on would only certify that. */
function whenAnswersAreUnreadable({ laterAnswers, laterUnreadable }: StopInput): StopDecision {
  if (laterAnswers < LATER_ANSWERS_MIN || laterUnreadable * 2 <= laterAnswers) return GO_ON;
  return stop({
    reason: 'answersUnreadable',
    numbers: { unreadable: laterUnreadable, answers: laterAnswers },
  });
}

function whenTrainingIsDone({ seen, total }: StopInput): StopDecision {
  return seen < total ? GO_ON : stop({ reason: 'trainingDone', numbers: { examples: total } });
}

function whenSearchIsDone({ searchDone }: StopInput): StopDecision {
  return searchDone === null ? GO_ON : stop({ reason: 'searchDone', numbers: searchDone });
}

function onTarget(input: StopInput): StopDecision {
  const numbers = targetReached(input);
  return numbers === null ? GO_ON : stop({ reason: 'targetReached', numbers });
}

function onPatience({ manifest, measurements }: StopInput): StopDecision {
  const patience = manifest.stopping.patience;
  if (patience === null || measurements.length <= patience) return GO_ON;
  const best = Math.max(...measurements.map((measurement) => measurement.mean));
  const sinceBest =
    measurements.length - 1 - measurements.findIndex((measurement) => measurement.mean === best);
  if (sinceBest < patience) return GO_ON;
  return stop({ reason: 'patienceSpent', numbers: { measurements: sinceBest, best } });
}

function onRollouts({ manifest, spend }: StopInput): StopDecision {
  const cap = manifest.budget.rollouts;
  // One more example may take as many rollouts as the method has rounds.
  if (cap === null || spend.rollouts + rolloutsPerExample(manifest.method) <= cap) return GO_ON;
  return stop({ reason: 'budgetRollouts', numbers: { used: spend.rollouts, cap } });
}

function onTokens({ manifest, spend, nextTokens }: StopInput): StopDecision {
  const cap = manifest.budget.tokens;
  const used = spend.tokensIn + spend.tokensOut;
  if (cap === null || used + nextTokens <= cap) return GO_ON;
  return stop({ reason: 'budgetTokens', numbers: { used, cap, next: nextTokens } });
}

function onDollars({ manifest, spend, nextUsd }: StopInput): StopDecision {
  const cap = manifest.budget.usd;
  if (cap === null || spend.spendUsd + nextUsd <= cap) return GO_ON;
  return stop({ reason: 'budgetUsd', numbers: { used: spend.spendUsd, cap, next: nextUsd } });
}

/** The next iteration is taken to need its share of what the iterations so far have used. */
function onGpuSeconds({ manifest, spend, gpuSeconds, lastRollouts }: StopInput): StopDecision {
  const cap = manifest.budget.gpuSeconds ?? null;
  if (cap === null || gpuSeconds === null) return GO_ON;
  const rollouts = spend.rollouts + spend.evaluationRollouts;
  const next = rollouts === 0 ? 0 : (gpuSeconds * lastRollouts) / rollouts;
  if (gpuSeconds + next <= cap) return GO_ON;
  return stop({ reason: 'budgetGpuSeconds', numbers: { used: gpuSeconds, cap, next } });
}

function onDeadline({ manifest, elapsedMs, measurementMs }: StopInput): StopDecision {
  const cap = manifest.budget.wallMs;
  if (cap === null || elapsedMs + measurementMs < cap) return GO_ON;
  const seconds = Math.round(cap / 1000);
  const reserveSeconds = elapsedMs >= cap ? null : Math.round(measurementMs / 1000);
  return stop({ reason: 'deadline', numbers: { seconds, reserveSeconds } });
}
