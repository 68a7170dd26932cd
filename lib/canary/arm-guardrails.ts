import type { ArmLatencies } from '@/lib/domain/caller-sums';
import type { CanaryPlan, Guardrail, GuardrailReading } from '@/lib/domain/canary';
import type { StepProgress } from '@/lib/domain/canary-progress';
import { armBounds } from '@/lib/stats/confidence-sequence';
import { quantileBounds } from '@/lib/stats/quantile-sequence';
import { meanOf, type RunningSums } from '@/lib/stats/running-sums';
import { DISCORDANT_MIN, PAIRS_MIN } from './enough-pairs';
import { type GuardrailBounds, readingOf } from './guardrails';
import { type ArmSums, NO_ARMS } from './step-progress';

/**
 * Guardrails of a live step, where each caller saw one prompt, so that two arms are compared in place of pairs
 * (`armBounds`). The margins and the three states are those of `guardrails`:
 *
 *     failureRate   w = mean(challenger failed) - mean(control failed)
 *     cost          w = mean(c) / mean(i) - 1, judged by mean(c) - mean((1 + m) i)
 *     custom        w = mean(control's value) - mean(challenger's)
 *     latencyP95    w = p95(c) / p95(i) - 1; each p95 has a sequence of its own (`quantile-sequence`) at half of alpha,
 *                   so that the ratio of two bounds that are both true is a true bound
 *
 * All four hold at every look. A caller counts once: with their mean, and for the latency with their first answer, since
 * a quantile of means would describe no single caller. Knows no clock and no rows. Cost: sorting the latencies.
 */
type Tuning = Pick<CanaryPlan, 'guardrails' | 'alpha' | 'pairsPlanned'>;

export function readArmGuardrails(
  plan: Tuning,
  progress: StepProgress,
  latencies: ArmLatencies | null,
): readonly GuardrailReading[] {
  return plan.guardrails.map((guardrail) =>
    readingOf(guardrail, boundsOf(guardrail, { progress, latencies }, plan)),
  );
}

interface Measured {
  readonly progress: StepProgress;
  readonly latencies: ArmLatencies | null;
}

function boundsOf(
  guardrail: Guardrail,
  { progress, latencies }: Measured,
  plan: Tuning,
): GuardrailBounds | null {
  const { failures = NO_ARMS, costs = NO_ARMS, custom = {} } = progress;
  switch (guardrail.metric) {
    case 'failureRate':
      return failureBounds(failures, plan);
    case 'cost':
      return costBounds(guardrail, costs, plan);
    case 'custom':
      return customBounds(custom[guardrail.name] ?? NO_ARMS, plan);
    case 'latencyP95':
      return latencies && latencyBounds(latencies, plan);
  }
}

/** Higher is better, so what is worse is how much the control has more. */
function customBounds({ control, challenger }: ArmSums, plan: Tuning): GuardrailBounds | null {
  return inSequence({ control: challenger, challenger: control }, plan);
}

function latencyBounds(
  { control, challenger }: ArmLatencies,
  { alpha, pairsPlanned: planned }: Tuning,
): GuardrailBounds | null {
  if (Math.min(control.length, challenger.length) < PAIRS_MIN) return null;
  const sequence = { q: 0.95, alpha: alpha / 2, planned };
  const [was, is] = [quantileBounds(control, sequence), quantileBounds(challenger, sequence)];
  if (was === null || is === null || was.lower <= 0) return null;
  return {
    worse: is.value / was.value - 1,
    lower: is.lower / was.upper - 1,
    upper: is.upper / was.lower - 1,
  };
}

/** Failures are rare by nature: the deviation of a handful of them is not trusted. */
function failureBounds(arms: ArmSums, plan: Tuning): GuardrailBounds | null {
  const isEnough = arms.control.sum + arms.challenger.sum >= DISCORDANT_MIN;
  return isEnough ? inSequence(arms, plan) : null;
}

function costBounds({ margin }: Guardrail, { control, challenger }: ArmSums, plan: Tuning) {
  const price = meanOf(control);
  if (price <= 0) return null;
  const allowed = scaled(control, 1 + margin);
  const excess = inSequence({ control: allowed, challenger }, plan);
  if (excess === null) return null;
  const asRatio = (x: number) => margin + x / price;
  return { worse: asRatio(excess.worse), lower: asRatio(excess.lower), upper: asRatio(excess.upper) };
}

function inSequence({ control, challenger }: ArmSums, plan: Tuning): GuardrailBounds | null {
  if (Math.min(control.n, challenger.n) < PAIRS_MIN) return null;
  const { alpha, pairsPlanned: planned } = plan;
  const { mean, lower, upper } = armBounds(control, challenger, { alpha, planned });
  return { worse: mean, lower, upper };
}

/** The sums as if every number had been k times as large. */
function scaled({ n, sum, sumSquares }: RunningSums, k: number): RunningSums {
  return { n, sum: sum * k, sumSquares: sumSquares * k * k };
}
