import { formatCount, plural } from './numbers';

/** One trace as its judge sees it. */
export interface JudgedTrace {
  readonly id: string;
  readonly task: string;
  readonly output: string;
  /** Null = the trace ended without an error. */
  readonly error: string | null;
  /** Empty = not known, as for the model. */
  readonly service: string;
  readonly model: string | null;
  readonly steps: number;
  readonly startedAt: string;
}

/** Judgements of a person: one key each. */
export const JUDGEMENTS = [
  { key: '1', value: 0, label: 'Wrong' },
  { key: '2', value: 0.25, label: 'Mostly wrong' },
  { key: '3', value: 0.5, label: 'Half right' },
  { key: '4', value: 0.75, label: 'Mostly right' },
  { key: '5', value: 1, label: 'Right' },
] as const;

/** Traces that are judged one at a time, in their order. */
export interface JudgeQueue {
  readonly ids: readonly string[];
  /** Null = every trace was judged or skipped. */
  readonly currentId: string | null;
  /** The latest last. */
  readonly judgedIds: readonly string[];
  readonly skippedIds: readonly string[];
}

export function startQueue(ids: readonly string[]): JudgeQueue {
  return { ids, currentId: ids[0] ?? null, judgedIds: [], skippedIds: [] };
}

export function judgedTrace(queue: JudgeQueue, id: string): JudgeQueue {
  return withNext({ ...queue, judgedIds: [...queue.judgedIds, id] });
}

export function skippedTrace(queue: JudgeQueue, id: string): JudgeQueue {
  return withNext({ ...queue, skippedIds: [...queue.skippedIds, id] });
}

export const lastJudged = ({ judgedIds }: JudgeQueue): string | null => judgedIds.at(-1) ?? null;

/** The trace that was judged last is open again, and is shown. */
export function undoneTrace(queue: JudgeQueue): JudgeQueue {
  const id = lastJudged(queue);
  return id === null ? queue : { ...queue, currentId: id, judgedIds: queue.judgedIds.slice(0, -1) };
}

/** Skipped traces are open again. */
export const reopenSkipped = (queue: JudgeQueue): JudgeQueue => withNext({ ...queue, skippedIds: [] });

/** The next open trace after the current one, else the first open one. */
function withNext(queue: JudgeQueue): JudgeQueue {
  const done = new Set([...queue.judgedIds, ...queue.skippedIds]);
  const place = queue.currentId === null ? 0 : queue.ids.indexOf(queue.currentId) + 1;
  const inOrder = [...queue.ids.slice(place), ...queue.ids.slice(0, place)];
  return { ...queue, currentId: inOrder.find((id) => !done.has(id)) ?? null };
}

export interface QueueCounts {
  readonly judged: number;
  readonly skipped: number;
  readonly left: number;
  readonly total: number;
}

/** `total` may be more than the queue holds. */
export function countsOf({ judgedIds, skippedIds }: JudgeQueue, total: number): QueueCounts {
  const [judged, skipped] = [judgedIds.length, skippedIds.length];
  return { judged, skipped, left: Math.max(0, total - judged - skipped), total };
}

/** "3 judged, 97 to go" */
export function progressWords({ judged, skipped, left }: QueueCounts): string {
  const words = [`${formatCount(judged)} judged`];
  if (skipped > 0) words.push(`${formatCount(skipped)} skipped`);
  if (left > 0 || skipped === 0) words.push(`${formatCount(left)} to go`);
  return words.join(', ');
}

export function endWords(counts: QueueCounts): string {
  if (counts.total === 0) return 'No traces to judge';
  if (counts.judged < counts.total) return progressWords(counts);
  return counts.total === 1 ? 'The trace is judged' : `All ${formatCount(counts.total)} are judged`;
}

/** Facts of a trace that have a value, without its start. */
export function judgedFacts({ service, model, steps }: JudgedTrace): readonly string[] {
  return [service, model ?? '', plural(steps, 'step')].filter((fact) => fact !== '');
}
