import type { BatchPlan } from '@/lib/domain/batch-plan';
import { describeOrigin, type NumberOrigin } from './number-origin';
import { plural } from './numbers';
import type { RunState } from './run-state';
import { BATCH_CAP_WORDS, BATCH_REASON_WORDS } from './run-words';
import { columnsNote, iterationName, newestColumns, type SeriesChart, ticksFromZero } from './series-chart';

/** The chosen size beside what the iteration then used, an iteration a pair of columns; its reason stands in the note. */
export function prepareBatchPlans(
  { plans, iterations, plansLeftOut }: Pick<RunState, 'plans' | 'iterations' | 'plansLeftOut'>,
  origin: NumberOrigin,
): SeriesChart {
  // Of one that is still going nobody knows yet how much it will use.
  const used = new Map(
    iterations.filter(({ closed }) => closed !== null).map(({ iteration, size }) => [iteration, size]),
  );
  const rows = newestColumns(plans).map((plan) => ({
    x: iterationName(plan.iteration),
    values: { planned: plan.size, used: used.get(plan.iteration) ?? null },
    note: reasonOf(plan),
  }));
  const left =
    plansLeftOut > 0 ? ` · ${plural(plansLeftOut, 'older plan')} that changed nothing left out` : '';
  return {
    question: 'Does the batch size settle?',
    origin: `counts, no interval · ${describeOrigin({ ...origin, split: 'train' })}${columnsNote(plans.length, 'plans')}${left}`,
    summary: summaryOf(plans, used),
    xLabel: 'iteration',
    yLabel: 'training examples',
    series: [
      { key: 'planned', name: 'planned', colour: 'ink' },
      { key: 'used', name: 'used', colour: 1 },
    ],
    rows,
    yTicks: ticksFromZero(rows, false),
  };
}

function reasonOf({ reason, caps, extrapolated }: BatchPlan): string {
  const capped = caps.map((cap) => `capped by ${BATCH_CAP_WORDS[cap]}`);
  const beyond = extrapolated ? ['beyond twice the profiled range'] : [];
  return [BATCH_REASON_WORDS[reason], ...capped, ...beyond].join(', ');
}

function summaryOf(plans: readonly BatchPlan[], used: ReadonlyMap<number, number>): string {
  // What is left over at the end of an epoch is no choice of a size.
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
  const all = `${moved}${rest}`;
  return short === 0 ? all : `${all} ${plural(short, 'iteration')} used fewer examples than planned.`;
}
