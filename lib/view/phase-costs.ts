import type { RunCostsView } from '@/lib/contracts/costs';
import { type CallPurpose, MODEL_ROLES, type ModelRole, ROLE_OF_PURPOSE } from '@/lib/domain/model-role';
import { describeHardware, type NumberOrigin } from './number-origin';
import { formatScore, plural } from './numbers';
import { costUnit, dollarWords, pricedWords } from './run-costs';
import { type SeriesChart, ticksFromZero } from './series-chart';

/** A run's money by the phase of the work, parted by the role that was asked; tokens where a model has no price. */
const PHASES: readonly { readonly name: string; readonly purposes: readonly CallPurpose[] }[] = [
  { name: 'rollouts', purposes: ['generate'] },
  { name: 'reflection', purposes: ['reflect'] },
  { name: 'proposals', purposes: ['propose'] },
  { name: 'aggregation', purposes: ['summarise', 'aggregate', 'combine', 'dedupe'] },
  { name: 'measuring', purposes: ['evaluate'] },
  { name: 'judging', purposes: ['judge', 'environment'] },
];

const ROLE_WORDS: Readonly<Record<ModelRole, string>> = {
  serving: 'serving model',
  proposer: 'proposer',
  evaluator: 'evaluator',
};
const COLOURS = { serving: 1, proposer: 2, evaluator: 3 } as const;

export function preparePhaseCosts(view: RunCostsView, origin: NumberOrigin): SeriesChart {
  const isPriced = view.total.costUsd !== null;
  const sums = new Map(
    view.byPurpose.map(({ purpose, costUsd, tokens }) => [purpose, isPriced ? (costUsd ?? 0) : tokens]),
  );
  const amountOf = (purposes: readonly CallPurpose[], role: ModelRole) =>
    purposes.reduce((sum, one) => sum + (ROLE_OF_PURPOSE[one] === role ? (sums.get(one) ?? 0) : 0), 0);
  const totals = PHASES.map(({ name, purposes }) => ({
    name,
    total: MODEL_ROLES.reduce((sum, role) => sum + amountOf(purposes, role), 0),
  }));
  const unit = isPriced
    ? costUnit(Math.max(0, ...totals.map(({ total }) => total)))
    : { factor: 1, name: 'tokens' };
  const phases = PHASES.filter((_, at) => (totals[at]?.total ?? 0) > 0);
  const rows = phases.map(({ name, purposes }) => ({
    x: name,
    values: Object.fromEntries(MODEL_ROLES.map((role) => [role, unit.factor * amountOf(purposes, role)])),
  }));
  return {
    question: 'Spend by phase',
    origin: `${isPriced ? `list price in ${unit.name} (US), prices of ${priceDates(view)}` : 'tokens'}, no interval · ${describeHardware(origin)}`,
    summary: summaryOf(view, totals, isPriced),
    xLabel: 'phase',
    yLabel: unit.name,
    series: MODEL_ROLES.filter((role) => rows.some(({ values }) => (values[role] ?? 0) > 0)).map((role) => ({
      key: role,
      name: ROLE_WORDS[role],
      colour: COLOURS[role],
    })),
    rows,
    yTicks: ticksFromZero(rows, true),
  };
}

function priceDates({ prices }: RunCostsView): string {
  return [...new Set(prices.map(({ pricedAt }) => pricedWords(pricedAt)))].sort().join(' and ');
}

function summaryOf(
  view: RunCostsView,
  totals: readonly { readonly name: string; readonly total: number }[],
  isPriced: boolean,
): string {
  const all = totals.reduce((sum, { total }) => sum + total, 0);
  const [most] = [...totals].sort((a, b) => b.total - a.total);
  if (most === undefined || all === 0) return 'Nothing was spent yet.';
  const share = formatScore(most.total / all);
  return isPriced
    ? `Most went into ${most.name}: ${share} of ${dollarWords(view.total.costUsd)} in ${plural(view.total.calls, 'call')}.`
    : `A model has no price, so tokens are drawn; most went into ${most.name}: ${share}.`;
}
