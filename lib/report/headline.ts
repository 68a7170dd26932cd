/**
 * The one headline of a run: what a point of held-out improvement cost. A speedup may stand beside it and never
 * alone: the types admit none without a priced point, and what comes untyped is refused when it comes.
 * Knows nothing of how a ratio is measured or when it may be said; lib/report/readiness does.
 */
import { HEADLINE_RULE, PRICED_SPEEDUP_RULE } from '@/lib/policy/rules/cost';
import { refusal } from '@/lib/policy/rules/rule';
import { dollars, plural } from '@/lib/report/strategy/words';
import type { CostPerPoint, PricedPoint, UnpricedPoint } from './cost-per-point';

export interface SpeedShown {
  readonly kind: 'shown';
  readonly ratio: number;
  /** 95 % over seeds; null = no interval. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly seeds: number;
}

/** A run that gave up held-out points for its time. */
export interface SpeedRegression {
  readonly kind: 'regression';
  /** To be shown struck through and in no other way; null where no ratio was measured. */
  readonly struckThrough: number | null;
  readonly sentence: string;
}

/** No speedup is said, and why. */
export interface SpeedUnsaid {
  readonly kind: 'none';
  readonly sentence: string;
}

export type HeadlineParts = PricedParts | UnpricedParts;

interface PricedParts {
  readonly cost: PricedPoint;
  readonly speed: SpeedShown | SpeedRegression | SpeedUnsaid;
}

interface UnpricedParts {
  /** Null = nothing that it learned was measured on held-out. */
  readonly cost: UnpricedPoint | null;
  readonly speed: SpeedRegression | SpeedUnsaid;
}

interface Said {
  /** Text in large type. */
  readonly big: string;
  readonly sentence: string;
}

export type CostHeadline =
  | (PricedParts & Said & { readonly priced: true })
  | (UnpricedParts & Said & { readonly priced: false });

/** @throws AppError SPEEDUP_WITHOUT_COST, HEADLINE_IS_SPEEDUP for what came past the types. */
export function costHeadline(parts: HeadlineParts): CostHeadline {
  assertPriced(parts);
  const { cost, speed } = parts;
  const costSaid =
    cost?.sentence ?? 'No prompt that it learned was measured on held-out, so a point has no price.';
  const said = { big: bigOf(cost), sentence: `${costSaid} ${speedSaid(speed)}` };
  return isPriced(parts) ? { ...parts, ...said, priced: true } : { ...parts, ...said, priced: false };
}

/** The same with its price kept below, and nothing that could be quoted on top. */
export function blockedHeadline(headline: CostHeadline, why: string): CostHeadline {
  const said = { big: 'No headline', sentence: why, speed: { kind: 'none', sentence: why } } as const;
  return headline.priced ? { ...headline, ...said } : { ...headline, ...said };
}

const isPriced = (parts: HeadlineParts): parts is PricedParts =>
  parts.cost !== null && parts.cost.kind !== 'unpriced';

/** The same sentence wherever a ratio is printed: first what it is of, then what a point cost beside it. */
export function speedBesideCost(speed: SpeedShown, cost: CostPerPoint | null): string {
  assertPriced({ cost, speed } as HeadlineParts);
  const seeds = plural(speed.seeds, 'seed');
  return `${speed.ratio.toFixed(1)}× in learning time (${rangeOf(speed)}, ${seeds}) at ${cost?.sentence ?? ''}`;
}

function assertPriced({ cost, speed }: HeadlineParts): void {
  if (speed.kind !== 'shown') return;
  if (cost === null) throw refusal(HEADLINE_RULE, { found: 'It was never measured on held-out.' });
  if ((cost as CostPerPoint).kind === 'unpriced') throw refusal(PRICED_SPEEDUP_RULE);
}

function bigOf(cost: CostPerPoint | null): string {
  if (cost === null) return 'Not measured';
  if (cost.kind === 'measured') return `${dollars(cost.usdPerPoint)} a point`;
  return BIG[cost.kind];
}

const BIG: Readonly<Record<Exclude<CostPerPoint['kind'], 'measured'>, string>> = {
  noImprovement: 'No improvement',
  notDistinguishable: 'Not distinguishable from zero',
  unpriced: 'Price not known',
};

function speedSaid(speed: HeadlineParts['speed']): string {
  if (speed.kind === 'shown') return `${speed.ratio.toFixed(1)}× in learning time (${rangeOf(speed)}).`;
  return speed.sentence;
}

const rangeOf = ({ lower, upper }: SpeedShown) =>
  lower === null || upper === null ? 'no interval' : `95 % ${lower.toFixed(1)} to ${upper.toFixed(1)}`;
