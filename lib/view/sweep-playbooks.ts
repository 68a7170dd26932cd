import type { SweepView } from '@/lib/contracts/sweeps';
import { methodWords } from '@/lib/domain/method-words';
import { formatScore, plural } from './numbers';
import { heightTicks, type PlacedPoint, type PointChart } from './point-chart';
import { sizeTicks } from './sweep-figure';
import { errorOf, saidBySize, seriesOf, sweepOrigin } from './sweep-series';

/** Size and worth of a sweep's last playbooks by batch size. Counts nothing itself. */
type Row = SweepView['figure']['rows'][number];
type Measured = Row['bullets'];
type Published = SweepView['figure']['publishedPlaybooks'][number];

/** Measure of a playbook's worth: bullets that proved helpful, all helpful marks, or the content still held. */
export type WorthMeasure = 'highValue' | 'marks' | 'held';

export interface PlaybookChart {
  readonly chart: PointChart;
  /** Why nothing is drawn; null where something is. */
  readonly empty: string | null;
}

export function prepareBullets(sweep: SweepView, published: boolean): PlaybookChart {
  return drawn(sweep, published, {
    question: 'Bullets by batch size',
    counts: 'Bullets of the last playbook',
    note: ' Published are the entries that were written over a whole run.',
    unit: '',
    most: Number.POSITIVE_INFINITY,
    absent: '',
    of: ({ bullets }) => bullets,
    say: (value) => plural(Number(value.toFixed(1)), 'bullet'),
    faint: ({ entries }) => valued(entries, `${entries} entries`),
  });
}

export const prepareWorth = (sweep: SweepView, published: boolean, measure: WorthMeasure): PlaybookChart =>
  drawn(sweep, published, MEASURES[measure]);

interface Measure {
  readonly question: string;
  /** Quantity whose mean each value is. */
  readonly counts: string;
  readonly note: string;
  readonly unit: string;
  readonly most: number;
  /** Said where no cell has been measured so. */
  readonly absent: string;
  readonly of: (row: Row) => Measured | null;
  readonly say: (value: number) => string;
  readonly faint: (point: Published) => readonly FaintValue[];
}

interface FaintValue {
  readonly y: number;
  readonly said: string;
}

const valued = (y: number | null, said: string): FaintValue[] => (y === null ? [] : [{ y, said }]);
const shared = (share: number | null, name: string) =>
  share === null ? [] : [{ y: share * 100, said: `${name} ${formatScore(share)}` }];

const NOT_KEPT = 'These cells ended before marks were kept with them.';

const MEASURES: Readonly<Record<WorthMeasure, Measure>> = {
  highValue: {
    question: 'Helpful bullets',
    counts: 'Bullets of the last playbook that were marked helpful three times or more',
    ...{ note: '', unit: '', most: Number.POSITIVE_INFINITY, absent: NOT_KEPT },
    of: ({ highValueBullets }) => highValueBullets,
    say: (value) => plural(Number(value.toFixed(1)), 'bullet'),
    faint: ({ highValueEntries }) => valued(highValueEntries, `${highValueEntries} entries`),
  },
  marks: {
    question: 'Helpful marks of bullets',
    counts: 'Times that a bullet of the last playbook was marked helpful, over all of them',
    ...{ note: '', unit: '', most: Number.POSITIVE_INFINITY, absent: NOT_KEPT },
    of: ({ helpfulMarks }) => helpfulMarks,
    say: (value) => plural(Number(value.toFixed(1)), 'mark'),
    faint: ({ helpfulMarks }) => valued(helpfulMarks, `${helpfulMarks} marks`),
  },
  held: {
    question: 'Playbook value by batch size',
    counts: 'Share of the new insights of all reflections that the last playbook says',
    note: ' Published are coverage and specificity as a judge marked them: another measure, for orientation alone.',
    ...{ unit: ' %', most: 100 },
    absent: 'Counted where the experiment follows insights: switch “Insights carry ids” on in its settings.',
    of: ({ insightsHeld }) => insightsHeld,
    say: (value) => `${value.toFixed(1)} % of the new insights`,
    faint: ({ coverage, specificity }) => [
      ...shared(coverage, 'coverage'),
      ...shared(specificity, 'specificity'),
    ],
  },
};

function drawn(sweep: SweepView, isOn: boolean, measure: Measure): PlaybookChart {
  const factor = measure.unit === '' ? 1 : 100;
  const rows = sweep.figure.rows.filter((row) => row.batchSize !== null && measure.of(row) !== null);
  const place = (row: Row) => {
    const value = measure.of(row) ?? NOTHING;
    return {
      x: row.batchSize ?? 1,
      y: value.mean * factor,
      error: errorOf(value, factor),
      label: `${measure.say(value.mean * factor)} (${intervalWords(value, factor)}, ${plural(value.n, 'seed')})`,
    };
  };
  const series = seriesOf(rows, place, true);
  const published = isOn ? sweep.figure.publishedPlaybooks.flatMap((one) => faintPoints(one, measure)) : [];
  const points = [...series.flatMap((one) => one.points), ...published];
  return {
    empty: whyEmpty(sweep, rows.length, measure.absent),
    chart: {
      question: measure.question,
      summary: summaryOf(rows, measure),
      origin: sweepOrigin(sweep),
      xLabel: 'batch size, log',
      yUnit: measure.unit,
      xTicks: sizeTicks(rows, published),
      yTicks: heightTicks(points, { level: null, least: 0, most: measure.most }),
      series,
      published,
      front: [],
      level: null,
    },
  };
}

function summaryOf(rows: readonly Row[], { counts, note, unit, of }: Measure): string {
  const what = `${counts}, means over the seeds`;
  if (rows.length === 0) return `${what}.${note}`;
  const digits = (value: number) =>
    unit === '' ? Number(value.toFixed(1)).toLocaleString('en-US') : formatScore(value);
  const isNone = rows.every((row) => of(row)?.mean === 0);
  const said = isNone ? 'none in any arm' : saidBySize(rows, (row) => digits(of(row)?.mean ?? 0));
  return `${what}: ${said}.${note}`;
}

const NOTHING: Measured = { mean: 0, lower: null, upper: null, n: 0 };

function whyEmpty({ figure, origin }: SweepView, drawnRows: number, absent: string): string | null {
  if (origin.method !== 'ace') {
    const name = methodWords(origin.method);
    return `${name} keeps no playbook: it rewrites a whole prompt, which has no bullets to count.`;
  }
  const hasSizes = figure.rows.some(({ batchSize }) => batchSize !== null);
  if (!hasSizes) return 'The figure begins with the first cell that is done.';
  return drawnRows === 0 ? absent : null;
}

function intervalWords({ lower, upper }: Measured, factor: number): string {
  if (lower === null || upper === null) return 'no interval';
  const ends = [Math.max(0, lower), upper].map((end) => (end * factor).toFixed(1));
  return `95 % ${ends.join('–')}`;
}

function faintPoints(point: Published, { faint }: Measure): PlacedPoint[] {
  const { batchSize, sameDataset, method, model, arm, confidence, source, note } = point;
  if (batchSize === null || !sameDataset) return [];
  return faint(point).map(({ y, said }) => ({
    x: batchSize,
    y,
    error: undefined,
    title: `Published: ${method}, ${model}, ${arm}, batch size ${batchSize}`,
    label: `${said} (no interval, ${confidence}, ${source})${note === null ? '' : ` ${note}`} · published, other hardware`,
  }));
}
