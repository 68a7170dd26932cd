import type { ParetoView } from '@/lib/contracts/pareto';
import type { DataTable, DataValue } from './data-table';
import { type ParetoAxis, placeOf } from './pareto-chart';
import { paretoNames } from './pareto-words';
import type { PointChart } from './point-chart';

/** The twin of a front: each point with what dominates it, exact numbers, and published values marked as what they are. */
export function tableOfPareto(view: ParetoView, axis: ParetoAxis, chart: PointChart): DataTable {
  const names = paretoNames(view.points);
  const unit = axis === 'delay' ? 'min' : 'USD';
  const factor = axis === 'delay' ? 60_000 : 1;
  const named = (key: string | null | undefined) => (key ? (names.get(key) ?? null) : null);
  const number = (name: string) => ({ name, isNumber: true });
  return {
    name: chart.question,
    columns: [
      ...[{ name: 'point' }, { name: 'standing' }, { name: 'dominated by' }, { name: 'undecided against' }],
      ...[number('held-out, %'), number('lower, %'), number('upper, %'), number('n')],
      ...[number(chart.xLabel.replace(/, log$/, '')), number(`lower, ${unit}`), number(`upper, ${unit}`)],
      ...[number('runs'), number('confirmation, %')],
    ],
    rows: [
      ...view.points.map((point) => {
        const price = axis === 'delay' ? point.delayMs : point.costUsd;
        const standing = axis === 'delay' ? point.byDelay : point.byCost;
        const { mean, lower, upper, n } = point.quality;
        return [
          names.get(point.key) ?? point.key,
          standing === null ? 'not drawn' : placeOf(standing),
          named(standing?.dominatedBy),
          named(standing?.undecidedAgainst),
          ...[mean, lower, upper].map(percent),
          n,
          ...[price?.mean, price?.lower, price?.upper].map((value) =>
            value == null ? null : value / factor,
          ),
          point.runIds.length,
          percent(point.confirmation?.mean ?? null),
        ];
      }),
      ...chart.published.map(({ title, x, y }): DataValue[] => [
        ...[title, 'published, other hardware', null, null, y, null, null, null, x, null, null, null, null],
      ]),
    ],
  };
}

const percent = (share: number | null): number | null => (share === null ? null : share * 100);
