/**
 * Expected usage of a run of a set-up, as a range, and the least that its budget has to hold. The range spans the sizes
 * that the controller profiles, the smallest batch asking for the most aggregation; where no run of this task was
 * measured yet, half and double of that, since lengths of texts are all there is. A hard cap on rollouts bounds it
 * from above. Costs no call.
 *
 *     floor   the original prompt measured, one iteration, and its measurement: below it a run ends with one number
 */
import { everyTenth } from '@/lib/domain/claim-settings';
import type { RunManifest } from '@/lib/domain/manifest';
import { rolloutsPerExample } from '@/lib/domain/method-settings';
import type { Budget } from '@/lib/domain/spend';
import { plural } from './strategy/words';
import { type CellEstimate, type EstimateBasis, estimateCell } from './sweep-estimate';

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Also what a plan of an experiment expects. */
export interface IntakeAmounts {
  readonly rollouts: Range;
  readonly tokens: Range;
  readonly gpuSeconds: Range | null;
  readonly usd: Range | null;
  readonly minutes: Range;
}

export type FloorName = 'rollouts' | 'tokens' | 'gpuSeconds' | 'minutes';

export interface FloorLine {
  readonly name: FloorName;
  readonly needed: number;
  readonly given: number;
  readonly isReached: boolean;
  readonly isRefused: boolean;
  readonly sentence: string;
}

/** Where nothing was measured. */
const UNMEASURED_SPREAD = 2;
const MS_PER_MINUTE = 60_000;

interface Asked {
  readonly base: RunManifest;
  readonly basis: EstimateBasis;
  readonly isPriced: boolean;
}

const cell = (batchSize: number, { aggregation }: RunManifest) => ({
  position: 0,
  arm: aggregation.kind,
  batchSize,
  seed: 0,
});

export function intakeAmounts({ base, basis, isPriced }: Asked): IntakeAmounts {
  const { batch } = base;
  const sizes =
    batch.kind === 'static' ? [batch.size] : [batch.profileSizes[0] ?? 1, batch.profileSizes.at(-1) ?? 1];
  const spread = basis.runs > 0 ? 1 : UNMEASURED_SPREAD;
  const cap = base.budget.rollouts;
  const each = sizes.map((size) => estimateCell(cell(size, base), base, basis));
  const range = (pick: (estimate: CellEstimate) => number): Range => {
    const values = each.map((estimate) => pick(estimate) * cutShare(estimate, cap));
    return { low: Math.min(...values) / spread, high: Math.max(...values) * spread };
  };
  const rollouts = each.map((estimate) => Math.min(estimate.rollouts, cap ?? estimate.rollouts));
  return {
    rollouts: { low: Math.min(...rollouts), high: Math.max(...rollouts) },
    tokens: range(({ tokens }) => tokens),
    gpuSeconds: each.some(({ gpuSeconds }) => gpuSeconds === null)
      ? null
      : range((one) => one.gpuSeconds ?? 0),
    usd: isPriced ? range(({ usd }) => usd) : null,
    minutes: range(({ totalMs }) => totalMs / MS_PER_MINUTE),
  };
}

/** A run that a cap ends has done that share of its work. */
const cutShare = ({ rollouts }: CellEstimate, cap: number | null) =>
  cap === null || rollouts <= cap ? 1 : cap / rollouts;

/** One line for each cap that is given. */
export function budgetFloor({ base, basis }: Omit<Asked, 'isPriced'>, budget: Budget): FloorLine[] {
  const { split, evaluation, batch } = base;
  const every = evaluation.everyExamples ?? everyTenth(split.counts.train);
  const smallest = batch.kind === 'static' ? batch.size : (batch.profileSizes[0] ?? 1);
  // The first boundary after E examples: whole iterations, so never fewer than one.
  const examples = Math.min(split.counts.train, Math.max(every, smallest));
  const least = estimateCell(
    cell(smallest, base),
    {
      ...base,
      epochs: 1,
      evaluation: { ...evaluation, everyExamples: examples },
      split: { ...split, counts: { ...split.counts, train: examples } },
    },
    basis,
  );
  const isMeasured = basis.runs > 0;
  const caps: readonly [FloorName, number | null, number | null | undefined, boolean][] = [
    // Counted, not estimated: no fewer than these, however many answers are right at once.
    ['rollouts', examples * fewestRollouts(base.method), budget.rollouts, true],
    ['tokens', least.tokens, budget.tokens, isMeasured],
    ['gpuSeconds', least.gpuSeconds, budget.gpuSeconds, isMeasured],
    ['minutes', least.totalMs / MS_PER_MINUTE, minutesOf(budget), isMeasured],
  ];
  return caps.flatMap(([name, needed, given, isSure]) => {
    if (needed === null || given == null) return [];
    const isReached = given >= needed;
    const sentence = isReached
      ? `${said(given)} ${WORDS[name]} reach the first measured iteration, which takes about ${said(needed)}.`
      : `${said(given)} ${WORDS[name]} end before the first iteration is measured, which takes about ${said(needed)}.`;
    return [{ name, needed, given, isReached, isRefused: !isReached && isSure, sentence }];
  });
}

/** An example's fewest: one round, or the parent alone, whose child is never tried. */
const fewestRollouts = (method: RunManifest['method']) =>
  method.name === 'gepa' ? rolloutsPerExample(method) / 2 : 1;

const minutesOf = ({ wallMs }: Budget) => (wallMs === null ? null : wallMs / MS_PER_MINUTE);

const WORDS: Readonly<Record<FloorName, string>> = {
  rollouts: 'training rollouts',
  tokens: 'tokens',
  gpuSeconds: 'GPU-seconds',
  minutes: 'minutes',
};

const said = (amount: number) =>
  amount.toLocaleString('en-US', { maximumFractionDigits: amount < 100 ? 1 : 0 });

/** Where tokens and delays are from, in one sentence. */
export function basisSentence({ runs }: EstimateBasis, lanes: number): string {
  return runs > 0
    ? `Tokens and delays as in ${plural(runs, 'ended run')} of this task, with ${plural(lanes, 'lane')}; the range spans the batch sizes.`
    : `Tokens from the lengths of the texts and the published delay, with ${plural(lanes, 'lane')}; the range is half to double, since no run of this task was measured.`;
}
