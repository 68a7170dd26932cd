import type { BatchPlan } from '@/lib/domain/batch-plan';
import { isSamePlan } from '@/lib/projection/bound-run-state';

/** Plans as a table shows them, newest first. A size fixed by hand says the same every time, so it is one row. */
export interface PlanRow {
  /** The newest plan among those of the row. */
  readonly plan: BatchPlan;
  /** "12", or "1–250" for several alike. */
  readonly iterations: string;
}

export function preparePlanRows(plans: readonly BatchPlan[]): readonly PlanRow[] {
  const runs: { first: BatchPlan; last: BatchPlan }[] = [];
  for (const plan of plans) {
    const open = runs.at(-1);
    if (open && isSamePlan(open.last, plan)) open.last = plan;
    else runs.push({ first: plan, last: plan });
  }
  return runs.reverse().map(({ first, last }) => ({
    plan: last,
    iterations: first === last ? String(last.iteration + 1) : `${first.iteration + 1}–${last.iteration + 1}`,
  }));
}
