import type { InsightFateView, RunSurvivalView } from '@/lib/contracts/survival';
import { wilsonInterval } from '@/lib/stats/wilson';
import { describeHardware, type NumberOrigin } from './number-origin';
import { formatCount, formatScore, plural } from './numbers';
import { columnsNote, newestColumns, type SeriesChart, SHARE_TICKS, ticksFromZero } from './series-chart';
import { powersAround } from './ticks';

/** Fate of a run's insights, for the survival tab. Counts nothing itself. */

export function prepareFunnel(view: RunSurvivalView, origin: NumberOrigin): SeriesChart {
  const shown = newestColumns(view.iterations);
  const rows = shown.map((one) => ({
    x: String(one.iteration + 1),
    values: {
      now: one.inPromptNow,
      left: one.level2 - one.inPromptNow,
      level2: one.level1 - one.level2,
      level1: one.wentIn - one.level1,
    },
    note: `${one.wentIn} of ${plural(one.size, 'example')} went in${one.known > 0 ? `, ${one.known} the prompt said already` : ''}`,
  }));
  return {
    question: 'Insights that survive',
    origin: `distinct new insights of each iteration, counts, no interval · ${describeHardware(origin)}${columnsNote(view.iterations.length, 'iterations')}`,
    summary: funnelSummary(view),
    xLabel: 'iteration',
    yLabel: 'insights',
    series: [
      { key: 'now', name: 'in the prompt now', colour: 1 },
      { key: 'left', name: 'in the update, not in the prompt now', colour: 2 },
      { key: 'level2', name: 'lost at level 2', colour: 'ink' },
      { key: 'level1', name: 'lost at level 1', colour: 'faint' },
    ],
    rows,
    yTicks: ticksFromZero(rows, true),
  };
}

function funnelSummary({ iterations, bySize }: RunSurvivalView): string {
  const total = (of: (one: RunSurvivalView['iterations'][number]) => number) =>
    iterations.reduce((sum, one) => sum + of(one), 0);
  const wentIn = total((one) => one.wentIn);
  if (wentIn === 0) return 'No reflection has brought a new insight yet.';
  const survived = total((one) => one.level2);
  const found = `${formatCount(total((one) => one.byId))} by id, ${formatCount(total((one) => one.bySimilarity))} by similarity`;
  const claimed = total((one) => one.claimedNotFound);
  const now = total((one) => one.inPromptNow);
  return [
    `Of ${plural(wentIn, 'new insight')} ${formatCount(total((one) => one.level1))} survived level 1, ${formatCount(survived)} level 2 (${formatScore(survived / wentIn)}), and ${formatCount(now)} are in the prompt now.`,
    `Recognised ${found}${claimed > 0 ? `; ${formatCount(claimed)} claimed, not found` : ''}.`,
    ...(bySize.length > 1
      ? [`Batch sizes with enough insights to tell: ${bySize.map(({ size }) => size).join(', ')}.`]
      : []),
  ].join(' ');
}

export interface SurvivalSizeChart {
  readonly question: string;
  readonly origin: string;
  readonly summary: string;
  readonly points: readonly SurvivalSizePoint[];
  /** In percent. */
  readonly floor: number | null;
  readonly sizeTicks: readonly number[];
}

export interface SurvivalSizePoint {
  readonly size: number;
  /** In percent. */
  readonly share: number;
  readonly fitted: number;
  readonly interval: readonly [number, number];
  readonly n: number;
  readonly label: string;
}

export function prepareSurvivalBySize(view: RunSurvivalView, origin: NumberOrigin): SurvivalSizeChart {
  const points = view.bySize.map(({ size, share, fitted, n }): SurvivalSizePoint => {
    const interval = wilsonInterval(Math.round(share * n), n) ?? { lower: 0, upper: 1 };
    const label = `${formatScore(share)} (95 % ${formatScore(interval.lower)} to ${formatScore(interval.upper)}, n = ${formatCount(n)})`;
    return {
      size,
      share: share * 100,
      fitted: fitted * 100,
      interval: [(share - interval.lower) * 100, (interval.upper - share) * 100],
      n,
      label,
    };
  });
  const floor = view.floor === null ? null : view.floor * 100;
  return {
    question: 'Survival by batch size',
    origin: `share of new insights that the final update says, 95 % intervals · ${describeHardware(origin)}`,
    summary: sizeSummary(points, floor),
    points,
    floor,
    sizeTicks: powersAround(
      points.map(({ size }) => size),
      2,
    ),
  };
}

function sizeSummary(points: readonly SurvivalSizePoint[], floor: number | null): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return 'Sizes need at least eight insights.';
  const brake =
    floor === null
      ? 'No floor holds the batch size.'
      : `The batch size is held where ${floor.toFixed(0)} % survive.`;
  const smallest = `At a batch size of ${first.size}, ${first.label} survive`;
  return first === last ? `${smallest}. ${brake}` : `${smallest}; at ${last.size}, ${last.label}. ${brake}`;
}

export function prepareAges(view: RunSurvivalView, origin: NumberOrigin): SeriesChart {
  const rows = view.byAge.map(({ age, n, stillThere }) => ({
    x: String(age),
    values: { there: n === 0 ? null : (stillThere / n) * 100 },
    note: `${stillThere} of ${n}`,
  }));
  const last = view.byAge.at(-1);
  return {
    question: 'How long insights stay',
    origin: `insights that came into the prompt, by iterations since then, no interval · ${describeHardware(origin)}`,
    summary:
      last === undefined
        ? 'No insight has come into the prompt yet.'
        : `${last.stillThere} of ${last.n} that could be that old are still there after ${plural(last.age, 'iteration')}.`,
    xLabel: 'iterations later',
    yLabel: 'still there, %',
    series: [{ key: 'there', name: 'still in the prompt', colour: 1 }],
    rows,
    yTicks: SHARE_TICKS,
  };
}

export const PLACE_WORDS: Readonly<Record<InsightFateView['place'], string>> = {
  prompt: 'In the prompt',
  lostLevel1: 'Lost at level 1',
  lostLevel2: 'Lost at level 2',
  notApplied: 'Not applied',
  removed: 'Removed later',
};

const CAUSE_SENTENCES: Readonly<Record<NonNullable<InsightFateView['cause']>, string>> = {
  leftOut: 'the update was not applied to the end: token budget or a rule',
  duplicate: 'another line says nearly the same',
  rejected: 'its proposal was not accepted',
  elsewhere: 'it is in a candidate of the pool that is not the best',
};

/** Evidence that a line holds an insight. */
export const TOLD_WORDS: Readonly<Record<NonNullable<InsightFateView['by']>, string>> = {
  id: 'told by its id',
  similarity: 'told by similarity',
};

/** Where the insight is or was lost, in one phrase. */
export function describeFate(fate: InsightFateView): string {
  const told = fate.by === null ? '' : ` (${TOLD_WORDS[fate.by]})`;
  switch (fate.place) {
    case 'prompt':
      return `${fate.line ?? 'a line'}${told}`;
    case 'lostLevel1':
      return fate.groups.length === 0
        ? 'no group read it'
        : `no line of ${fate.groups.length === 1 ? 'group' : 'groups'} ${fate.groups.map((group) => group + 1).join(', ')} says it`;
    case 'lostLevel2':
      return `a group wrote it, the final update does not say it${told}`;
    case 'notApplied':
      return fate.cause === null ? 'the prompt does not say it' : CAUSE_SENTENCES[fate.cause];
    case 'removed':
      return `gone since iteration ${(fate.removedAt ?? fate.iteration) + 1}`;
  }
}
