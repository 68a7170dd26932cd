import type { RunDispatchView } from '@/lib/contracts/dispatch';
import { FLUSH_REASONS, type FlushReason, type PreemptionMode } from '@/lib/domain/scheduling';
import { describeHardware, type NumberOrigin } from './number-origin';
import { formatCount, formatDuration, formatScore, plural } from './numbers';
import {
  columnsNote,
  iterationName,
  newestColumns,
  type SeriesChart,
  type SeriesColour,
  SHARE_TICKS,
  ticksFromZero,
} from './series-chart';
import { prepareSizeBins } from './size-bins';

/** How a run's requests went out, as its scheduling tab draws it. Knows nothing of the policy's rules. */
export const FLUSH_REASON_WORDS: Readonly<Record<FlushReason, string>> = {
  queue: 'enough requests waited',
  wait: 'the oldest had waited long enough',
  utilisation: 'too few lanes were busy',
  rewardVariance: 'rewards hardly differed',
  preempted: 'a candidate went first',
  drain: 'nothing more would come',
};

const COLOURS: Readonly<Record<FlushReason, SeriesColour>> = {
  queue: 1,
  wait: 2,
  utilisation: 3,
  rewardVariance: 4,
  preempted: 'ink',
  drain: 'faint',
};

/** Effect on the current iteration when a person's candidate is put first. */
export const PREEMPTION_WORDS: Readonly<Record<PreemptionMode, string>> = {
  drop: 'What is done is kept, what was not sent is cancelled, and the run goes on with your candidate.',
  drain: 'The iteration in work ends first; the next one starts from your candidate.',
  rollback:
    'What the iteration in work has done is discarded, and its examples are met again under your candidate.',
};

export function prepareReasons(dispatch: RunDispatchView, origin: NumberOrigin): SeriesChart {
  const { iterations, actual } = dispatch;
  const shown = newestColumns(iterations);
  const rows = shown.map((one) => ({
    x: iterationName(one.iteration),
    values: Object.fromEntries(FLUSH_REASONS.map((reason) => [reason, one.byReason[reason] ?? 0])),
    note: `mean size ${meanSizeOf(one.sizes)}`,
  }));
  return {
    question: 'Why batches were sent',
    origin: `counts of closed iterations, no interval · ${describeHardware(origin)}${columnsNote(iterations.length, 'iterations')}`,
    summary: reasonSummary(actual),
    xLabel: 'iteration',
    yLabel: 'batches of requests',
    series: FLUSH_REASONS.filter((reason) => (actual.byReason[reason] ?? 0) > 0).map((reason) => ({
      key: reason,
      name: FLUSH_REASON_WORDS[reason],
      colour: COLOURS[reason],
    })),
    rows,
    yTicks: ticksFromZero(rows, true),
  };
}

function reasonSummary({ flushes, byReason, meanSize }: RunDispatchView['actual']): string {
  const [most] = FLUSH_REASONS.filter((reason) => (byReason[reason] ?? 0) > 0).sort(
    (a, b) => (byReason[b] ?? 0) - (byReason[a] ?? 0),
  );
  if (flushes === 0 || most === undefined) return 'No batch of requests has gone out yet.';
  const share = (byReason[most] ?? 0) / flushes;
  const often = share === 1 ? 'always' : `most often (${formatScore(share)})`;
  return `${plural(flushes, 'batch', 'batches')} of ${(meanSize ?? 0).toFixed(1)} requests on average; ${often} because ${FLUSH_REASON_WORDS[most]}.`;
}

function meanSizeOf(sizes: Readonly<Record<string, number>>): string {
  const entries = Object.entries(sizes);
  const batches = entries.reduce((sum, [, count]) => sum + count, 0);
  const requests = entries.reduce((sum, [size, count]) => sum + Number(size) * count, 0);
  return batches === 0 ? 'unknown' : (requests / batches).toFixed(1);
}

/** Shares rather than counts: the expectation is of one iteration, the actual of all so far. */
export function prepareSizes(dispatch: RunDispatchView, origin: NumberOrigin): SeriesChart {
  const { expected, actual, workload } = dispatch;
  const bins = prepareSizeBins([expected?.sizes ?? {}, actual.sizes]);
  const rows = bins.map(({ name, shares: [expectedShare, actualShare] }) => ({
    x: name,
    values: {
      expected: expected === null ? null : (expectedShare ?? 0),
      actual: actual.flushes === 0 ? null : (actualShare ?? 0),
    },
  }));
  const assumed = workload?.measured === false ? ' · expectation from assumed delays and sizes' : '';
  return {
    question: 'Requests in a batch',
    origin: `shares of batches, no interval; expected for the map of one iteration, actual of closed ones with held-out · ${describeHardware(origin)}${assumed}`,
    summary: sizeSummary(dispatch),
    xLabel: 'requests in a batch',
    yLabel: 'share of batches, %',
    series: [
      { key: 'expected', name: 'expected, simulated', colour: 'ink' },
      { key: 'actual', name: 'actual', colour: 1 },
    ],
    rows,
    yTicks: ticksFromZero(rows, false),
  };
}

function sizeSummary({ expected, actual, workload }: RunDispatchView): string {
  const was =
    actual.meanSize === null
      ? 'Nothing has gone out yet'
      : `${actual.meanSize.toFixed(1)} requests a batch (n = ${formatCount(actual.flushes)})`;
  if (expected?.meanSize == null || workload === null) return `${was}.`;
  return `${was}; ${expected.meanSize.toFixed(1)} were expected for ${plural(workload.rollouts, 'rollout')} on ${plural(workload.lanes, 'lane')} at ${formatDuration(workload.delayMedianMs)} a call.`;
}

export function prepareUtilisation(dispatch: RunDispatchView, origin: NumberOrigin): SeriesChart {
  const { iterations } = dispatch;
  const percent = (share: number | null) => (share === null ? null : share * 100);
  const known = iterations.flatMap(({ utilisation }) => utilisation ?? []);
  const mean = known.reduce((sum, share) => sum + share, 0) / Math.max(1, known.length);
  const isSeedKnown = iterations.some(({ iteration, utilisation }) => iteration < 0 && utilisation !== null);
  const over = isSeedKnown
    ? `${plural(known.length - 1, 'iteration')} and what came before`
    : `n = ${plural(known.length, 'iteration')}`;
  const busy =
    known.length === 0
      ? 'Nothing was measured yet.'
      : `Lanes were busy ${formatScore(mean)} of the time on average (${over}).`;
  return {
    question: 'Use of the lanes',
    origin: `one value an iteration, no interval · ${describeHardware(origin)}${columnsNote(iterations.length, 'iterations')}`,
    summary: busy,
    xLabel: 'iteration',
    yLabel: '%',
    series: [
      { key: 'utilisation', name: 'time that lanes were busy', colour: 1 },
      { key: 'fill', name: 'token budget used by a batch', colour: 2 },
    ],
    rows: newestColumns(iterations).map((one) => ({
      x: iterationName(one.iteration),
      values: { utilisation: percent(one.utilisation), fill: percent(one.fill) },
    })),
    yTicks: SHARE_TICKS,
  };
}
