import type { RunManifest } from '@/lib/domain/manifest';
import { rolloutsPerExample } from '@/lib/domain/method-settings';
import type { RunControl, StopReason } from '@/lib/domain/run';
import type { Measurement } from '@/lib/domain/score';
import type { Spend } from '@/lib/domain/spend';
import { targetReached } from './target-reached';

/**
 * Whether a run stops at this boundary, and why: whichever rule fires first, in the order below. A decision with a
 * reason, never a call: the loop journals it, so that a replay stops where the run did. Patience and target look at
 * held-out measurements only; there is no field for a training score.
 */
export type StopDecision =
  | { readonly stop: false }
  | { readonly stop: true; readonly reason: StopReason; readonly explanation: string };

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
  readonly searchDone: string | null;
}

type Rule = (input: StopInput) => StopDecision;

const GO_ON: StopDecision = { stop: false };
const stop = (reason: StopReason, explanation: string): StopDecision => ({ stop: true, reason, explanation });

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
  return requested === 'stop' ? stop('stoppedByPerson', 'Somebody stopped the run.') : GO_ON;
}

/** One rejected example may be its own fault, and at batch size 1 it is a whole iteration. */
const REJECTED_IN_A_ROW = 3;

/** A provider that does not answer is waited for; this is one that answers, and takes nothing. */
function whenAllIsRejected({ rejectedInARow }: StopInput): StopDecision {
  if (rejectedInARow < REJECTED_IN_A_ROW) return GO_ON;
  return stop(
    'providerDown',
    `The provider answers, but it refused the last ${rejectedInARow} rollouts: look at its key, its model and its limits.`,
  );
}

/** One odd reply is no habit. */
const LATER_ANSWERS_MIN = 10;

/** A prompt that breaks the form of its answers scores 0 whatever it teaches, so going on would only certify that. */
function whenAnswersAreUnreadable({ laterAnswers, laterUnreadable }: StopInput): StopDecision {
  if (laterAnswers < LATER_ANSWERS_MIN || laterUnreadable * 2 <= laterAnswers) return GO_ON;
  return stop(
    'answersUnreadable',
    `${count(laterUnreadable)} of ${count(laterAnswers)} training answers after the second update cannot be parsed. Check the answer format in the task, raise the token limit, or choose another serving model.`,
  );
}

function whenTrainingIsDone({ seen, total }: StopInput): StopDecision {
  if (seen < total) return GO_ON;
  const all = total === 1 ? 'The one training example was' : `All ${count(total)} training examples were`;
  return stop('trainingDone', `${all} used.`);
}

function whenSearchIsDone({ searchDone }: StopInput): StopDecision {
  return searchDone === null ? GO_ON : stop('searchDone', searchDone);
}

function onTarget(input: StopInput): StopDecision {
  const explanation = targetReached(input);
  return explanation === null ? GO_ON : stop('targetReached', explanation);
}

function onPatience({ manifest, measurements }: StopInput): StopDecision {
  const patience = manifest.stopping.patience;
  if (patience === null || measurements.length <= patience) return GO_ON;
  const best = Math.max(...measurements.map((measurement) => measurement.mean));
  const sinceBest =
    measurements.length - 1 - measurements.findIndex((measurement) => measurement.mean === best);
  if (sinceBest < patience) return GO_ON;
  return stop(
    'patienceSpent',
    `${sinceBest} held-out measurements in a row brought nothing above ${percent(best)}.`,
  );
}

function onRollouts({ manifest, spend }: StopInput): StopDecision {
  const cap = manifest.budget.rollouts;
  // One more example may take as many rollouts as the method has rounds.
  if (cap === null || spend.rollouts + rolloutsPerExample(manifest.method) <= cap) return GO_ON;
  return stop(
    'budgetRollouts',
    `${count(spend.rollouts)} of ${count(cap)} rollouts are used; another example has no room.`,
  );
}

function onTokens({ manifest, spend, nextTokens }: StopInput): StopDecision {
  const cap = manifest.budget.tokens;
  const used = spend.tokensIn + spend.tokensOut;
  if (cap === null || used + nextTokens <= cap) return GO_ON;
  return stop(
    'budgetTokens',
    `${count(used)} of ${count(cap)} tokens are used; the next iteration would take about ${count(nextTokens)}.`,
  );
}

function onDollars({ manifest, spend, nextUsd }: StopInput): StopDecision {
  const cap = manifest.budget.usd;
  if (cap === null || spend.spendUsd + nextUsd <= cap) return GO_ON;
  const used = spend.spendUsd.toFixed(4);
  return stop(
    'budgetUsd',
    `$${used} of $${cap} is used; the next iteration would take about $${nextUsd.toFixed(4)}.`,
  );
}

/** The next iteration is taken to need its share of what the iterations so far have used. */
function onGpuSeconds({ manifest, spend, gpuSeconds, lastRollouts }: StopInput): StopDecision {
  const cap = manifest.budget.gpuSeconds ?? null;
  if (cap === null || gpuSeconds === null) return GO_ON;
  const rollouts = spend.rollouts + spend.evaluationRollouts;
  const next = rollouts === 0 ? 0 : (gpuSeconds * lastRollouts) / rollouts;
  if (gpuSeconds + next <= cap) return GO_ON;
  return stop(
    'budgetGpuSeconds',
    `${gpuSeconds.toFixed(1)} of ${count(cap)} GPU-seconds are used; the next iteration would take about ${next.toFixed(1)}.`,
  );
}

function onDeadline({ manifest, elapsedMs, measurementMs }: StopInput): StopDecision {
  const cap = manifest.budget.wallMs;
  if (cap === null || elapsedMs + measurementMs < cap) return GO_ON;
  const seconds = Math.round(cap / 1000);
  if (elapsedMs >= cap) return stop('deadline', `The deadline of ${seconds} s has passed.`);
  const reserve = Math.round(measurementMs / 1000);
  return stop(
    'deadline',
    `Of the ${seconds} s only the ${reserve} s are left that the last measurement needs.`,
  );
}

const count = (amount: number) => amount.toLocaleString('en-US');
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
