import type { CanaryPlan, Guardrail, GuardrailReading } from '@/lib/domain/canary';
import type { Rng } from '@/lib/random/seeded-rng';
import { sequenceBounds } from '@/lib/stats/confidence-sequence';
import { pairedQuantileRatio } from '@/lib/stats/paired-quantile-ratio';
import { meanOf, type RunningSums } from '@/lib/stats/running-sums';
import { DISCORDANT_MIN, PAIRS_MIN } from './enough-pairs';

/**
 * Guardrails: what must not become worse while the scores stay. Each has its own margin m and its own test of "not worse
 * by more than m"; all have to hold, so alpha is not divided among them. How much worse w is measured:
 *
 *     failureRate   w = mean(challenger failed) - mean(incumbent failed)                   a sequence, at every look
 *     custom        w = mean(incumbent's value) - mean(challenger's)                       a sequence, at every look
 *     cost          w = mean(c) / mean(i) - 1, judged by the mean of c - (1 + m) i:        a sequence, at every look
 *                   below 0 exactly where the ratio is below 1 + m, and no ratio of noise
 *     latencyP95    w = p95(c) / p95(i) - 1, with a bootstrap of pairs                     at the end only
 *
 * kept: at worst w is within m. broken: at best it is beyond. Knows no clock. Cost: latency about 50 ms, the others none.
 */
export type GuardrailFacts =
  /** Per pair: challenger's minus incumbent's 0 or 1. */
  | { readonly metric: 'failureRate'; readonly worse: RunningSums; readonly discordant: number }
  /** Per pair: incumbent's minus challenger's value. */
  | { readonly metric: 'custom'; readonly worse: RunningSums }
  /** `excess` per pair: see `costExcess`. */
  | { readonly metric: 'cost'; readonly excess: RunningSums; readonly incumbent: RunningSums }
  | {
      readonly metric: 'latencyP95';
      readonly incumbentMs: readonly number[];
      readonly challengerMs: readonly number[];
      readonly isEnd: boolean;
      readonly rng: Rng;
    };

type Tuning = Pick<CanaryPlan, 'alpha' | 'pairsPlanned'>;
export interface GuardrailBounds {
  readonly worse: number;
  readonly lower: number;
  readonly upper: number;
}

/** Contribution of one pair to the cost guardrail: above 0 where it cost more than the margin allows. */
export function costExcess(
  { margin }: Guardrail,
  pair: { readonly incumbentUsd: number; readonly challengerUsd: number },
): number {
  return pair.challengerUsd - (1 + margin) * pair.incumbentUsd;
}

export function readGuardrail(guardrail: Guardrail, facts: GuardrailFacts, tuning: Tuning): GuardrailReading {
  return readingOf(guardrail, boundsOf(guardrail, facts, tuning));
}

/** Null bounds: too little was measured. */
export function readingOf(guardrail: Guardrail, bounds: GuardrailBounds | null): GuardrailReading {
  const { name, margin, whenBroken } = guardrail;
  if (bounds === null) {
    const sentence = `${name}: too little was measured.`;
    return { name, whenBroken, state: 'unmeasured', worse: null, lower: null, upper: null, margin, sentence };
  }
  const { worse, lower, upper } = bounds;
  // No spread at all: the sequence is a point, and a point on the margin is within it.
  const state = upper <= margin ? 'kept' : lower > margin ? 'broken' : 'open';
  const unit = unitOf(guardrail);
  const sentence = `${name}: ${inUnit(worse, unit)} worse (between ${inUnit(lower, unit)} and ${inUnit(upper, unit)}), and the margin is ${inUnit(margin, unit)}.`;
  return { name, whenBroken, state, worse, lower, upper, margin, sentence };
}

/** Null where a bound would be trusted too early, or nothing was measured. */
function boundsOf(guardrail: Guardrail, facts: GuardrailFacts, tuning: Tuning): GuardrailBounds | null {
  if (facts.metric === 'latencyP95') return latencyBounds(facts, tuning);
  if (facts.metric === 'cost') return costBounds(guardrail, facts, tuning);
  const { n } = facts.worse;
  // Rates that never differ have no spread, which is not the same as being known; failures are rare by nature.
  const isTooAlike = facts.metric === 'failureRate' && facts.discordant < DISCORDANT_MIN;
  if (n < PAIRS_MIN) return null;
  return isTooAlike ? rareBounds(facts.worse, tuning) : inSequence(facts.worse, tuning);
}

function inSequence(sums: RunningSums, { alpha, pairsPlanned }: Tuning): GuardrailBounds {
  const { mean, lower, upper } = sequenceBounds(sums, { alpha, planned: pairsPlanned });
  return { worse: mean, lower, upper };
}

/**
 * Fewer than 30 pairs differ, so their deviation is not trusted: the sequence is taken as if 30 did, which is wider than
 * any that was measured.
 */
function rareBounds(sums: RunningSums, tuning: Tuning): GuardrailBounds {
  const { lower, upper } = inSequence({ n: sums.n, sum: 0, sumSquares: DISCORDANT_MIN }, tuning);
  const worse = meanOf(sums);
  return { worse, lower: worse + lower, upper: worse + upper };
}

/** The bounds of the excess, told as a ratio: w = m + excess / mean(i). */
function costBounds(
  { margin }: Guardrail,
  { excess, incumbent }: GuardrailFacts & { metric: 'cost' },
  tuning: Tuning,
): GuardrailBounds | null {
  const price = meanOf(incumbent);
  if (excess.n < PAIRS_MIN) return null;
  // Both sides for nothing, as on a model of one's own: no ratio, and nothing dearer.
  if (price <= 0) return excess.sumSquares === 0 ? { worse: 0, lower: 0, upper: 0 } : null;
  const { worse, lower, upper } = inSequence(excess, tuning);
  return { worse: margin + worse / price, lower: margin + lower / price, upper: margin + upper / price };
}

/** A bootstrap promises for one look, so there is one. */
function latencyBounds(
  { incumbentMs, challengerMs, isEnd, rng }: GuardrailFacts & { metric: 'latencyP95' },
  { alpha }: Tuning,
): GuardrailBounds | null {
  if (!isEnd || incumbentMs.length < PAIRS_MIN) return null;
  const found = pairedQuantileRatio(incumbentMs, challengerMs, { q: 0.95, alpha, rng });
  return found ? { worse: found.ratio - 1, lower: found.lower - 1, upper: found.upper - 1 } : null;
}

/** A rate or a score differs in points; a latency or a cost in percent of the incumbent's. */
function unitOf({ metric }: Pick<Guardrail, 'metric'>): 'points' | '%' {
  return metric === 'failureRate' || metric === 'custom' ? 'points' : '%';
}

function inUnit(share: number, unit: 'points' | '%'): string {
  const amount = Number((share * 100).toFixed(2));
  return `${amount} ${unit === 'points' && Math.abs(amount) === 1 ? 'point' : unit}`;
}
