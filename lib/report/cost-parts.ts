/**
 * Cost of a run's calls in parts: a line a role, a purpose or an iteration, each with all the sums of ./cost-rows.
 */
import type { CostRow } from '@/lib/domain/cost-row';
import type { CallPurpose, ModelRole } from '@/lib/domain/model-role';
import { type CostTotals, groupRows, totalsOf, unpricedOf, usdOfNano } from './cost-rows';

export interface RoleCost extends CostTotals {
  readonly role: ModelRole;
  readonly model: string;
}

/** One line a role and model: the three roles are never mixed, whatever model plays two of them. */
export function costByRole(rows: readonly CostRow[]): readonly RoleCost[] {
  return [...groupRows(rows, ({ role, model }) => `${role}\n${model}`).values()].map((group) => ({
    role: group[0]?.role ?? 'serving',
    model: group[0]?.model ?? '',
    ...totalsOf(group),
  }));
}

export interface PurposeCost extends CostTotals {
  readonly purpose: CallPurpose;
}

/** One line a purpose, in the order of their first calls. */
export function costByPurpose(rows: readonly CostRow[]): readonly PurposeCost[] {
  return [...groupRows(rows, ({ purpose }) => purpose)].map(([purpose, some]) => ({
    purpose,
    ...totalsOf(some),
  }));
}

export interface IterationCost extends CostTotals {
  readonly iteration: number;
  /** List price of everything until here; null as soon as a part is unknown. */
  readonly costUsdUntilHere: number | null;
  /** The same sums, a line a purpose. */
  readonly byPurpose: readonly PurposeCost[];
}

/** The rows of some iterations, the newest; `all` = what they end, for the price until each of them. */
export function costByIteration(
  rows: readonly CostRow[],
  all: readonly CostRow[] = rows,
): readonly IterationCost[] {
  const groups = [...groupRows(rows, ({ iteration }) => iteration)].toSorted(([a], [b]) => a - b);
  // Carried along instead of added up anew for each iteration, which a run of thousands would take half a minute for.
  const [whole, given] = [all, rows].map((some) => some.reduce(withPrice, NO_PRICE)) as [Price, Price];
  let untilHere = { costNano: whole.costNano - given.costNano, unpriced: whole.unpriced - given.unpriced };
  return groups.map(([iteration, group]) => {
    untilHere = group.reduce(withPrice, untilHere);
    return iterationCost(iteration, group, untilHere);
  });
}

interface Price {
  readonly costNano: number;
  readonly unpriced: number;
}

const NO_PRICE: Price = { costNano: 0, unpriced: 0 };

const withPrice = (sum: Price, row: CostRow): Price => ({
  costNano: sum.costNano + row.costNano,
  unpriced: sum.unpriced + unpricedOf(row),
});

function iterationCost(
  iteration: number,
  group: readonly CostRow[],
  { costNano, unpriced }: Price,
): IterationCost {
  return {
    iteration,
    ...totalsOf(group),
    costUsdUntilHere: unpriced > 0 ? null : usdOfNano(costNano),
    byPurpose: costByPurpose(group),
  };
}
