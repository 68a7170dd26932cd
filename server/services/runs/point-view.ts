import type { CostPerPointView } from '@/lib/contracts/cost-per-point';
import type { CostPerPoint } from '@/lib/report/cost-per-point';

/** The price of a point as the API gives it: what is not known is there and null. */
export function pointView(cost: CostPerPoint): CostPerPointView {
  return { usdPerPoint: null, lower: null, upper: null, ...cost };
}
