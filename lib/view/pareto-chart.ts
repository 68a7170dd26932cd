import type { ParetoDelay, ParetoPointView, ParetoView } from '@/lib/contracts/pareto';
import { countWords, missingWords } from '@/lib/domain/scored-count';
import { describeHardware, splitWord } from './number-origin';
import { formatDuration, formatInterval, formatScore, formatUsd, plural, shortHash } from './numbers';
import { paretoNames, paretoSentence, SERIAL_NAME, standingWords } from './pareto-words';
import { heightTicks, logTicks, type PlacedPoint, type PointChart, type PointSeries } from './point-chart';
import { publishedMarks } from './published-marks';

/** Quality against delay or against dollars, as the Pareto page draws it. The server has decided what is on the front. */
export type ParetoAxis = 'delay' | 'cost';

export interface ParetoChoice {
  readonly delay: ParetoDelay;
  readonly published: boolean;
}

const X_LABELS: Readonly<Record<ParetoDelay | 'cost', string>> = {
  learning: 'learning time in min, evaluation not counted, log',
  total: 'learning and evaluation in min, log',
  gain: 'min by the clock until 95 % of its gain was measured, log',
  cost: 'US dollars for the whole run, priced without a cache, log',
};

const MS_A_MINUTE = 60_000;
/** An interval of two runs may be wider than everything else together: the axis follows it this far. */
const STRETCH_MAX = 3;

export function prepareParetoChart(view: ParetoView, axis: ParetoAxis, choice: ParetoChoice): PointChart {
  const placed = placedPoints(view, axis);
  const faint = choice.published ? publishedOf(view, axis, choice.delay) : [];
  const serial = placed.find(({ point }) => point.isSerial);
  const all = [...placed.map(({ at }) => at), ...faint];
  return {
    question: axis === 'delay' ? 'What does quality cost in time?' : 'What does quality cost in money?',
    origin: paretoOrigin(view, axis),
    summary: paretoSentence(view, axis),
    xLabel: X_LABELS[axis === 'cost' ? 'cost' : choice.delay],
    yUnit: ' %',
    xTicks: logTicks(all.flatMap(({ x, errorX }) => [x, ...(errorX ? [x - errorX[0], x + errorX[1]] : [])])),
    yTicks: heightTicks(all, { level: null, least: 0, most: 100 }),
    series: [
      seriesOf('dominated', placed),
      seriesOf('behind, undecided', placed),
      seriesOf('on the front', placed),
    ].filter(({ points }) => points.length > 0),
    published: faint,
    front: placed
      .filter(({ onFront }) => onFront)
      .map(({ at }) => at)
      .sort((a, b) => a.x - b.x),
    level: serial ? { y: serial.at.y, name: SERIAL_NAME } : null,
  };
}

type Place = 'dominated' | 'behind, undecided' | 'on the front';

const LOOKS: Readonly<Record<Place, Pick<PointSeries, 'colour' | 'shape' | 'isFaint'>>> = {
  dominated: { colour: 4, shape: 'diamond', isFaint: true },
  'behind, undecided': { colour: 3, shape: 'triangle', isFaint: true },
  'on the front': { colour: 1, shape: 'circle', isFaint: false },
};

function seriesOf(name: Place, placed: readonly { place: Place; at: PlacedPoint }[]): PointSeries {
  const points = placed.filter(({ place }) => place === name).map(({ at }) => at);
  return { name, ...LOOKS[name], joined: false, dashed: false, points };
}

export const placeOf = ({ onFront, dominatedBy }: NonNullable<ParetoPointView['byDelay']>): Place =>
  onFront ? 'on the front' : dominatedBy === null ? 'behind, undecided' : 'dominated';

function placedPoints({ points }: ParetoView, axis: ParetoAxis) {
  const names = paretoNames(points);
  return points.flatMap((point) => {
    const price = axis === 'delay' ? point.delayMs : point.costUsd;
    const standing = axis === 'delay' ? point.byDelay : point.byCost;
    if (price === null || standing === null) return [];
    const unit = axis === 'delay' ? MS_A_MINUTE : 1;
    const at: PlacedPoint = {
      x: price.mean / unit,
      y: point.quality.mean * 100,
      error: errorOf(point.quality),
      errorX: errorXOf(price, unit),
      title: names.get(point.key) ?? point.label,
      label: `${pointWords(point)} · ${standingWords(standing, names)}`,
    };
    return [{ point, onFront: standing.onFront, place: placeOf(standing), at }];
  });
}

/** Everything that a point's numbers need beside them. */
function pointWords({ quality, delayMs, costUsd, runIds, confirmation }: ParetoPointView): string {
  const spread = (
    measured: { lower: number | null; upper: number | null },
    say: (value: number) => string,
  ) =>
    measured.lower === null || measured.upper === null
      ? 'no interval'
      : `95 % ${say(Math.max(0, measured.lower))} to ${say(measured.upper)}`;
  return [
    `${formatScore(quality.mean)} (${formatInterval(quality)}, ${countWords(quality)})`,
    delayMs ? `${formatDuration(delayMs.mean)} (${spread(delayMs, formatDuration)})` : 'no time',
    costUsd ? `${formatUsd(costUsd.mean)} (${spread(costUsd, formatUsd)})` : 'cost unknown',
    plural(runIds.length, 'run'),
    ...(confirmation
      ? [
          `confirmation ${formatScore(confirmation.mean)} (${formatInterval(confirmation)}${missingWords(confirmation.missing)})`,
        ]
      : []),
  ].join(' · ');
}

function errorOf({ mean, lower, upper }: ParetoPointView['quality']): [number, number] | undefined {
  if (lower === null || upper === null) return undefined;
  return [(mean - Math.max(0, lower)) * 100, (Math.min(1, upper) - mean) * 100];
}

/** On a log axis nothing reaches 0, and Student's interval of two runs may: it is cut where the axis can still show it. */
function errorXOf(
  { mean, lower, upper }: NonNullable<ParetoPointView['delayMs']>,
  unit: number,
): [number, number] | undefined {
  if (lower === null || upper === null) return undefined;
  const [low, high] = [Math.max(lower, mean / STRETCH_MAX), Math.min(upper, mean * STRETCH_MAX)];
  return [(mean - low) / unit, (high - mean) / unit];
}

/** Published dollars are a third party's estimate, and published times are those of training alone. */
function publishedOf({ published }: ParetoView, axis: ParetoAxis, delay: ParetoDelay): PlacedPoint[] {
  if (axis === 'delay' && delay !== 'learning') return [];
  return publishedMarks(published, ({ trainSeconds, costUsd, accuracy }) => {
    const x = axis === 'delay' ? trainSeconds && trainSeconds / 60 : costUsd;
    return x === null ? null : { x, y: accuracy * 100 };
  });
}

export function paretoOrigin(view: ParetoView, axis: ParetoAxis): string {
  const setting = view.settings.find(({ key }) => key === view.setting);
  if (!setting) return 'no run yet';
  const sizes = [...new Set(view.points.map(({ quality }) => quality.n))].sort((a, b) => a - b);
  const n = sizes.length > 1 ? `n = ${sizes[0]} to ${sizes.at(-1)}` : `n = ${sizes[0] ?? 0}`;
  return [
    setting.taskName,
    `${splitWord(setting.split as 'heldOut')} ${n} (split ${shortHash(setting.splitHash)})`,
    setting.model,
    describeHardware(setting),
    ...(setting.timeScale === null
      ? []
      : [setting.timeScale === 'off' ? 'no delays' : `delays ÷ ${setting.timeScale}`]),
    ...(axis === 'cost' ? [priceWords(view.pricedAt)] : []),
  ].join(' · ');
}

function priceWords(dates: readonly string[]): string {
  const [first] = dates;
  if (first === undefined) return 'price date not stated';
  return dates.length === 1 ? `prices of ${first}` : `prices of ${first} to ${dates.at(-1)}`;
}
