import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { RunState } from '@/lib/projection/run-state';
import { mergeColumns } from './merged-columns';
import { describeOrigin, type NumberOrigin } from './number-origin';
import { formatCount, plural } from './numbers';
import { BATCH_CAP_WORDS, BATCH_REASON_WORDS } from './run-words';
import { iterationName, type SeriesChart, type SeriesRow, ticksFromZero } from './series-chart';

/** Chart of batch plans; neighbours are merged when there are many. */
export interface BatchPlanChart extends SeriesChart {
  /** One row per plan, for the table and its files. */
  readonly everyRow: readonly SeriesRow[];
}

/** Chart of the chosen size and the size that the iteration then used; the note of a row has the reason. */
export function prepareBatchPlans(
  { plans: kept, iterations }: Pick<RunState, 'plans' | 'iterations'>,
  origin: NumberOrigin,
): BatchPlanChart {
  const plans = everyPlan(kept);
  // The size that a running iteration uses is not known before it closes.
  const used = new Map(
    iterations.filter(({ closed }) => closed !== null).map(({ iteration, size }) => [iteration, size]),
  );
  const everyRow = plans.map((plan) => ({
    x: iterationName(plan.iteration),
    values: { planned: plan.size, used: used.get(plan.iteration) ?? null },
    note: reasonOf(plan),
  }));
  const { rows, each } = mergeColumns(everyRow);
  return {
    question: 'Planned and used batch sizes',
    origin: `counts, no interval · ${describeOrigin({ ...origin, split: 'train' })}`,
    summary: `${summaryOf(plans, used)}${mergedNote(each)}`,
    xLabel: 'iteration',
    yLabel: 'training examples',
    series: [
      { key: 'planned', name: 'planned', colour: 'ink' },
      { key: 'used', name: 'used', colour: 1 },
    ],
    rows,
    everyRow,
    yTicks: ticksFromZero(rows, false),
  };
}

/** Restores the plans of a long run that a page does not hold: each repeated the previous one (bound-run-state). */
function everyPlan(kept: readonly BatchPlan[]): readonly BatchPlan[] {
  return kept.flatMap((plan, at) => {
    const next = kept[at + 1]?.iteration ?? plan.iteration + 1;
    const silent = Array.from({ length: Math.max(0, next - plan.iteration - 1) }, (_, step) => ({
      ...plan,
      iteration: plan.iteration + 1 + step,
      // The size and the reason are the same; the cap is not known.
      caps: plan.reason === 'static' ? plan.caps : [],
    }));
    return [plan, ...silent];
  });
}

const mergedNote = (each: number) =>
  each === 1
    ? ''
    : ` A pair of columns covers up to ${formatCount(each)} iterations: it is as high as the largest size among them, and dark up to the smallest. The table lists each one.`;

/** A remainder at the end of an epoch may lie far outside the profile, but the controller did not choose its size. */
export const isBeyondProfile = ({ reason, extrapolated }: BatchPlan) =>
  extrapolated && reason !== 'lastPartial';

function reasonOf(plan: BatchPlan): string {
  const { reason, caps } = plan;
  const capped = caps.map((cap) => `capped by ${BATCH_CAP_WORDS[cap]}`);
  const beyond = isBeyondProfile(plan) ? ['beyond twice the profiled range'] : [];
  return [BATCH_REASON_WORDS[reason], ...capped, ...beyond].join(', ');
}

function summaryOf(plans: readonly BatchPlan[], used: ReadonlyMap<number, number>): string {
  // The controller does not choose the size of the remainder at the end of an epoch.
  const chosen = plans.filter(({ reason }) => reason !== 'lastPartial');
  const [first] = chosen;
  const last = plans.at(-1);
  if (first === undefined || last === undefined) return 'No batch size was chosen yet.';
  const changes = chosen.filter((plan, at) => at > 0 && plan.size !== chosen[at - 1]?.size);
  const newest = changes.at(-1);
  const rest =
    last.reason === 'lastPartial'
      ? ` Iteration ${last.iteration + 1} took the last ${last.size === 1 ? 'example' : plural(last.size, 'example')}.`
      : '';
  const short = plans.filter(({ iteration, size }) => (used.get(iteration) ?? size) < size).length;
  const moved = newest
    ? `From ${first.size} the size changed ${plural(changes.length, 'time')}, last to ${newest.size} in iteration ${newest.iteration + 1} (${reasonOf(newest)}).`
    : `It stayed at ${first.size} in ${plural(chosen.length, 'plan')} (${reasonOf(first)}).`;
  const start = plans[0]?.iteration ?? 0;
  const older =
    start > 0 ? ` Plans before iteration ${formatCount(start + 1)} stand in the ledger only.` : '';
  const all = `${moved}${rest}`;
  return `${short === 0 ? all : `${all} ${plural(short, 'iteration')} used fewer examples than planned.`}${older}`;
}
