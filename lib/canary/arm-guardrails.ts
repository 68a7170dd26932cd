import type { CanaryPlan, Guardrail, GuardrailReading } from '@/lib/domain/canary';
import { armBounds } from '@/lib/stats/confidence-sequence';
import { meanOf, type RunningSums } from '@/lib/stats/running-sums';
import { DISCORDANT_MIN, PAIRS_MIN } from './enough-pairs';
import { type GuardrailBounds, readingOf } from './guardrails';
import { type ArmSums, NO_ARMS, type StepProgress } from './step-progress';

/**
 * Guardrails of a live step, where each caller saw one prompt, so that two arms are compared in place of pairs
 * (`armBounds`). The margins and the three states are those of `guardrails`:
 *
 *     failureRate   w = mean(challenger failed) - mean(control failed)
 *     cost          w = mean(c) / mean(i) - 1, judged by mean(c) - mean((1 + m) i)
 *
 * latencyP95 has a bootstrap for one look at pairs and custom scores come in pairs, so a step leaves both unmeasured.
 * Knows no clock and no rows. Cost: none to speak of.
 */
type Tuning = Pick<CanaryPlan, 'guardrails' | 'alpha' | 'pairsPlanned'>;

export function readArmGuardrails(plan: Tuning, progress: StepProgress): readonly GuardrailReading[] {
  return plan.guardrails.map((guardrail) => readingOf(guardrail, boundsOf(guardrail, progress, plan)));
}

function boundsOf(guardrail: Guardrail, progress: StepProgress, plan: Tuning): GuardrailBounds | null {
  const { failures = NO_ARMS, costs = NO_ARMS } = progress;
  if (guardrail.metric === 'failureRate') return failureBounds(failures, plan);
  return guardrail.metric === 'cost' ? costBounds(guardrail, costs, plan) : null;
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
