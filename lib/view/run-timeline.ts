import type { RunTimelineView, TimedCall } from '@/lib/contracts/timeline';
import type { CallPurpose } from '@/lib/domain/model-role';
import { criticalPath } from './critical-path';
import type { DataTable } from './data-table';
import { describeHardware, type NumberOrigin } from './number-origin';
import { formatCount, formatDuration, plural } from './numbers';
import { iterationName } from './series-chart';
import { evenTicks } from './ticks';

/** The calls of an iteration as bars, a row a lane of each worker, with those marked that the iteration waited for. */
export interface TimelineChart {
  readonly question: string;
  readonly origin: string;
  readonly summary: string;
  readonly bars: readonly TimelineBar[];
  readonly rows: number;
  /** Where each worker's rows begin; named where there are several. */
  readonly workers: readonly { readonly name: string; readonly row: number }[];
  readonly stages: readonly TimelineStage[];
  readonly xTicks: readonly number[];
  /** In milliseconds. */
  readonly length: number;
}

export interface TimelineBar {
  readonly key: string;
  readonly row: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly stage: TimelineStage['key'];
  readonly isCritical: boolean;
  readonly label: string;
}

export interface TimelineStage {
  readonly key: 'map' | 'reflect' | 'reduce' | 'measure';
  readonly name: string;
  readonly colour: 1 | 2 | 3 | 4;
}

/** Map, shuffle and reduce as the paper names them; what only measures or scores is the fourth. */
const STAGES: readonly TimelineStage[] = [
  { key: 'map', name: 'rollouts', colour: 1 },
  { key: 'reflect', name: 'reflections', colour: 2 },
  { key: 'reduce', name: 'aggregation', colour: 3 },
  { key: 'measure', name: 'evaluation and scores', colour: 4 },
];

const STAGE_OF: Readonly<Record<CallPurpose, TimelineStage['key']>> = {
  generate: 'map',
  reflect: 'reflect',
  ...{ aggregate: 'reduce', combine: 'reduce', summarise: 'reduce', propose: 'reduce', dedupe: 'reduce' },
  ...{ evaluate: 'measure', judge: 'measure', environment: 'measure' },
};

/** Name of a call by its purpose, used before "of" and its subject. */
const PURPOSE_WORDS: Readonly<Record<CallPurpose, string>> = {
  ...{ generate: 'rollout', reflect: 'reflection', aggregate: 'aggregation', combine: 'combination' },
  ...{ summarise: 'summary', propose: 'proposal', dedupe: 'deduplication' },
  ...{ evaluate: 'evaluation', judge: 'judgement', environment: 'scoring' },
};

type Answered = TimedCall & { readonly answeredMs: number };

export function prepareTimeline(view: RunTimelineView, origin: NumberOrigin): TimelineChart {
  const calls = view.calls.filter((call): call is Answered => call.answeredMs !== null);
  const path = criticalPath(calls);
  const critical = new Set(path.map(({ key }) => key));
  const { placed, workers, rows } = lanesOf(calls);
  const length = Math.max(1, ...calls.map(({ answeredMs }) => answeredMs));
  const bars = placed.map(
    ({ call, row }): TimelineBar => ({
      key: call.key,
      row,
      fromMs: call.sentMs,
      toMs: call.answeredMs,
      stage: stageOf(call),
      isCritical: critical.has(call.key),
      label: labelOf(call, critical.has(call.key)),
    }),
  );
  const used = new Set(bars.map(({ stage }) => stage));
  const name = view.iteration === null ? '' : iterationWords(view.iteration);
  return {
    question: 'What the iteration waited for',
    origin: `${name} · times of the database's clock · ${describeHardware(origin)}`,
    summary: summaryOf(view, path, length, rows),
    bars,
    rows,
    workers,
    stages: STAGES.filter(({ key }) => used.has(key)),
    xTicks: evenTicks(0, length / 1000).filter((tick) => tick * 1000 <= length),
    length,
  };
}

export function iterationWords(iteration: number): string {
  return iteration < 0 ? 'measurement of the original prompt' : `iteration ${iterationName(iteration)}`;
}

const stageOf = ({ purpose }: TimedCall): TimelineStage['key'] =>
  STAGE_OF[purpose as CallPurpose] ?? 'measure';

const nameOf = ({ purpose, subject }: TimedCall) =>
  `${PURPOSE_WORDS[purpose as CallPurpose] ?? purpose} of ${subject}`;

function labelOf(call: Answered, isCritical: boolean): string {
  return [
    `${nameOf(call)}: ${formatDuration(call.answeredMs - call.sentMs)}`,
    ...(call.failed ? ['failed'] : []),
    ...(call.dispatches > 1 ? [`sent ${call.dispatches} times`] : []),
    ...(isCritical ? ['on the critical path'] : []),
  ].join(' · ');
}

function summaryOf(view: RunTimelineView, path: readonly Answered[], length: number, rows: number): string {
  if (path.length === 0) return 'No call of this iteration has been answered yet.';
  const busy = path.reduce((sum, { sentMs, answeredMs }) => sum + answeredMs - sentMs, 0);
  const longest = [...path].sort((a, b) => b.answeredMs - b.sentMs - (a.answeredMs - a.sentMs))[0];
  const cut =
    view.total > view.calls.length
      ? ` Only the first ${plural(view.calls.length, 'call')} of ${formatCount(view.total)} are drawn.`
      : '';
  return (
    [
      `${answeredWords(view)} in ${formatDuration(length)}, up to ${rows} at once.`,
      `The critical path is ${plural(path.length, 'call')}: ${formatDuration(busy)} of answers and ${formatDuration(Math.max(0, length - busy))} ${path.length === 1 ? 'beside it' : 'between them'};`,
      longest
        ? `the longest is the ${nameOf(longest)}, ${formatDuration(longest.answeredMs - longest.sentMs)}.`
        : '',
    ].join(' ') + cut
  );
}

/** A call that is still under way has no bar, and is not said to have come back. */
function answeredWords({ calls, total }: RunTimelineView): string {
  const waiting = calls.filter(({ answeredMs }) => answeredMs === null).length;
  return waiting === 0
    ? plural(total, 'call')
    : `${formatCount(total - waiting)} of ${plural(total, 'call')} answered`;
}

interface Placed {
  readonly call: Answered;
  readonly row: number;
}

/** Each call in the first lane of its worker that is free when it is sent. */
function lanesOf(calls: readonly Answered[]): {
  readonly placed: readonly Placed[];
  readonly workers: TimelineChart['workers'];
  readonly rows: number;
} {
  const names = [...new Set(calls.map(({ worker }) => worker))].sort();
  const placed: Placed[] = [];
  const workers: { name: string; row: number }[] = [];
  let first = 0;
  for (const [index, name] of names.entries()) {
    const freeAt: number[] = [];
    for (const call of calls.filter(({ worker }) => worker === name)) {
      const free = freeAt.findIndex((ms) => ms <= call.sentMs);
      const lane = free < 0 ? freeAt.length : free;
      freeAt[lane] = call.answeredMs;
      placed.push({ call, row: first + lane });
    }
    workers.push({ name: `worker ${index + 1}`, row: first });
    first += freeAt.length;
  }
  return { placed, workers, rows: first };
}

export function tableOfTimeline(view: RunTimelineView, chart: TimelineChart): DataTable {
  const critical = new Set(chart.bars.filter(({ isCritical }) => isCritical).map(({ key }) => key));
  return {
    name: `Calls of ${view.iteration === null ? 'no iteration' : iterationWords(view.iteration)}`,
    columns: [
      ...[
        { name: 'sent, ms', isNumber: true },
        { name: 'answered, ms', isNumber: true },
      ],
      ...[
        { name: 'purpose' },
        { name: 'of' },
        { name: 'worker' },
        { name: 'critical path' },
        { name: 'failed' },
      ],
    ],
    rows: view.calls.map(({ sentMs, answeredMs, purpose, subject, worker, key, failed }) => [
      ...[sentMs, answeredMs, purpose, subject, worker],
      ...[critical.has(key), failed],
    ]),
  };
}
