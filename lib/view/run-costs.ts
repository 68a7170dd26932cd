import type { CostHeadlineView } from '@/lib/contracts/cost-shapes';
import type { RunCostsView } from '@/lib/contracts/costs';
import type { RunView } from '@/lib/contracts/run-shapes';
import { PRICED_SPEEDUP_RULE } from '@/lib/policy/rules/cost';
import { refusal } from '@/lib/policy/rules/rule';
import { describeHardware, type NumberOrigin } from './number-origin';
import { formatCompact, formatCount, formatDuration, formatUsd, plural } from './numbers';
import { columnsNote, iterationName, newestColumns, type SeriesChart, ticksFromZero } from './series-chart';

/** Cost of a run, in the words and charts of its Cost tab. Sums only amounts that the ledger holds. */
export interface SpeedWords {
  readonly text: string;
  /** True for a regression, whose ratio must not be quoted. */
  readonly isStruck: boolean;
}

/** Ratio to show with the price, if any. @throws AppError SPEEDUP_WITHOUT_COST where the price is missing. */
export function speedWords(headline: CostHeadlineView): SpeedWords | null {
  const speed = headline.speed as { kind: string; ratio?: number; struckThrough?: number | null };
  if (speed.kind === 'shown') {
    // The shape admits none, but an answer may come from elsewhere than our own API.
    if (!headline.priced || headline.cost.kind === 'unpriced') throw refusal(PRICED_SPEEDUP_RULE);
    return { text: `${speed.ratio?.toFixed(1)}× in learning time`, isStruck: false };
  }
  if (speed.kind !== 'regression' || speed.struckThrough == null) return null;
  return { text: `${speed.struckThrough.toFixed(1)}×`, isStruck: true };
}

export const gpuWords = (seconds: number | null): string =>
  seconds === null ? 'not measured' : `${seconds.toFixed(seconds < 10 ? 2 : 0)} s`;

export const dollarWords = (usd: number | null): string => formatUsd(usd);

const MEASURING = ['evaluate', 'judge', 'environment'];

type IterationCost = RunCostsView['byIteration'][number];

/** Small sums are drawn in a unit in which they are numbers that can be read. */
export function costUnit(most: number) {
  if (most >= 0.05) return most >= 5 ? { factor: 1, name: 'dollars' } : { factor: 100, name: 'cents' };
  const factor = most >= 0.001 ? 1000 : 1e6;
  return { factor, name: `${factor === 1000 ? 'thousandths' : 'millionths'} of a dollar` };
}

/** Iterations with a cost, in words. `iterations` includes the original prompt, which a long run omits first. */
function spendersOf({ iterations, byIteration }: RunCostsView): string {
  const isSeedAsked = byIteration.length < iterations || byIteration.some(({ iteration }) => iteration < 0);
  return isSeedAsked
    ? `${plural(iterations - 1, 'iteration')} and what came before`
    : plural(iterations, 'iteration');
}

/** Each iteration's money by what it was for; tokens where a model has no price. */
export function prepareIterationCosts(view: RunCostsView, origin: NumberOrigin): SeriesChart {
  const isPriced = view.total.costUsd !== null;
  const most = Math.max(0, ...view.byIteration.map(({ costUsd }) => costUsd ?? 0));
  const unit = isPriced ? costUnit(most) : { factor: 1, name: 'tokens' };
  const sum = (one: IterationCost, wanted: (purpose: string) => boolean) =>
    unit.factor *
    one.byPurpose
      .filter(({ purpose }) => wanted(purpose))
      .reduce((total, part) => total + (isPriced ? (part.costUsd ?? 0) : part.tokens), 0);
  const rows = newestColumns(view.byIteration).map((one) => ({
    x: iterationName(one.iteration),
    values: {
      train: sum(one, (purpose) => purpose === 'generate'),
      learn: sum(one, (purpose) => purpose !== 'generate' && !MEASURING.includes(purpose)),
      measure: sum(one, (purpose) => MEASURING.includes(purpose)),
    },
    note: `${plural(one.rollouts, 'rollout')}, ${formatCompact(one.tokens)} tokens, GPU-seconds ${gpuWords(one.gpuSeconds)}`,
  }));
  return {
    question: 'Cost of each iteration',
    origin: `list price in ${unit.name}, no interval · ${describeHardware(origin)}${columnsNote(view.iterations, 'columns')}`,
    summary: isPriced
      ? `${spendersOf(view)} cost ${dollarWords(view.total.costUsd)} at list price.`
      : 'A model has no price, so tokens are drawn instead of dollars.',
    xLabel: 'iteration',
    yLabel: unit.name,
    series: [
      { key: 'train', name: 'training rollouts', colour: 1 },
      { key: 'learn', name: 'learning from them', colour: 2 },
      { key: 'measure', name: 'measuring', colour: 3 },
    ],
    rows,
    yTicks: ticksFromZero(rows, true),
  };
}

type TargetAmounts = RunCostsView['toTarget']['amounts'];

export interface TargetRow {
  readonly name: string;
  readonly own: string;
  readonly serial: string;
  /** Unrounded, for a file, with what they are counted in. */
  readonly unit: string;
  readonly ownAmount: number | string;
  readonly serialAmount: number | string;
}

/** Amounts spent to reach the target, for the run and the serial baseline; a word where a number is missing. */
export function targetRows(own: TargetAmounts, serial: TargetAmounts): readonly TargetRow[] {
  const row = (
    name: string,
    [key, unit]: readonly [keyof TargetAmounts, string],
    words: (amount: number) => string,
  ) => {
    const said = ({ [key]: amount }: TargetAmounts) =>
      typeof amount === 'number' ? words(amount) : TARGET_WORDS[amount];
    const raw = ({ [key]: amount }: TargetAmounts) =>
      typeof amount === 'number' ? amount : TARGET_WORDS[amount];
    return {
      ...{ name, unit, own: said(own), serial: said(serial) },
      ...{ ownAmount: raw(own), serialAmount: raw(serial) },
    };
  };
  return [
    row('Rollouts', ['rollouts', 'rollouts'], formatCount),
    row('Tokens', ['tokens', 'tokens'], formatCompact),
    row('GPU-seconds', ['gpuSeconds', 'GPU-seconds'], gpuWords),
    row('List price', ['costUsd', 'usd'], formatUsd),
    row('Learning time', ['learningMs', 'ms'], formatDuration),
    row('Time with the measurements', ['totalMs', 'ms'], formatDuration),
  ];
}

const TARGET_WORDS = {
  notMeasured: 'not measured',
  notReached: 'not reached',
  notCompared: 'not compared',
} as const;

/** A date as it was entered; the day is what a price is known by. */
export function pricedWords(pricedAt: string | null): string {
  return pricedAt === null ? 'no price entered' : pricedAt.slice(0, 10);
}

export const perMillionWords = (usd: number | null): string => (usd === null ? 'no price' : formatUsd(usd));

/** Highest on held-out among the finished runs that trained and whose score is believed; of equal ones the newest. */
export function bestRun(runs: readonly RunView[]): RunView | null {
  const believed = runs.filter(({ status, scoreDoubt }) => status === 'finished' && scoreDoubt === null);
  const trained = believed.filter(({ kind }) => kind !== 'evaluation');
  const scoreOf = ({ summary }: RunView) => summary.bestScore?.mean ?? -1;
  const better = (best: RunView | null, run: RunView) =>
    best === null || scoreOf(run) > scoreOf(best) ? run : best;
  return trained.reduce<RunView | null>(better, null);
}
