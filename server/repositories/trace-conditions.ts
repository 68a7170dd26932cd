import type { TraceFilter } from '@/lib/domain/trace-filter';
import { traceTerms } from './trace-terms';

/**
 * A filter of traces as SQL on the table "Trace": conditions joined by AND, their parameters, and the order of a list. The
 * first parameter is the workspace. Lists, facets, queues and samples choose by the same conditions.
 */
export interface TraceConditions {
  readonly sql: string;
  readonly params: readonly unknown[];
  /** Newest first. */
  readonly order: string;
}

/**
 * `columns`: in the order of starts, each row is compared until enough match. `terms`: one scan of the index of words and
 * marks finds all that match, in no order.
 */
export type TraceReading = 'columns' | 'terms';

/** Undefined = the filter does not say. */
type Condition = (filter: TraceFilter, param: (value: unknown) => string) => string | undefined;

/** An error counts as failed where the trace has no score. */
const FAILED = `(score < 0.5 OR (score IS NULL AND error IS NOT NULL))`;

const OUTCOMES: Readonly<Record<NonNullable<TraceFilter['outcome']>, string>> = {
  judged: '(score IS NOT NULL OR error IS NOT NULL)',
  unjudged: '(score IS NULL AND error IS NULL)',
  right: 'score >= 1',
  partly: '(score >= 0.5 AND score < 1)',
  failed: FAILED,
};

const RANGES: readonly Condition[] = [
  ({ from }, param) => from && `"startedAt" >= ${param(from)}`,
  ({ to }, param) => to && `"startedAt" < ${param(to)}`,
  ({ minCostUsd }, param) => (minCostUsd === undefined ? undefined : `"costUsd" >= ${param(minCostUsd)}`),
  ({ minTokens }, param) =>
    minTokens === undefined ? undefined : `"tokensIn" + "tokensOut" >= ${param(minTokens)}`,
  ({ minSteps }, param) => (minSteps === undefined ? undefined : `steps >= ${param(minSteps)}`),
  ({ sessionId }, param) => sessionId && `"sessionId" = ${param(sessionId)}`,
];

const NAMES: readonly Condition[] = [
  ({ source }, param) => source && `source = ${param(source)}`,
  ({ service }, param) => service && `service = ${param(service)}`,
  ({ model }, param) => model && `models @> ARRAY[${param(model)}]`,
  ({ tool }, param) => tool && `tools @> ARRAY[${param(tool)}]`,
  ({ outcome }) => outcome && OUTCOMES[outcome],
  ({ hasError }) => (hasError === undefined ? undefined : `error IS ${hasError ? 'NOT ' : ''}NULL`),
  ({ promptName }, param) => promptName && `"promptName" = ${param(promptName)}`,
  ({ promptVersion }, param) => promptVersion && `"promptVersion" = ${param(promptVersion)}`,
];

/** Words, tools and models have no index in the order of starts. */
export const readingOf = ({ words, tool, model }: TraceFilter): TraceReading =>
  (words ?? tool ?? model) === undefined ? 'columns' : 'terms';

const CONDITIONS: Readonly<Record<TraceReading, readonly Condition[]>> = {
  columns: [...RANGES, ...NAMES],
  terms: [...RANGES, traceTerms],
};

export function traceConditions(workspaceId: string, filter: TraceFilter): TraceConditions {
  const params: unknown[] = [workspaceId];
  const reading = readingOf(filter);
  const sql = conditionsBy(reading, filter, (value) => `$${params.push(value)}`);
  return { sql, params, order: newestFirst(reading) };
}

/** Words are among terms alone: a filter with words cannot be read by columns. $1 is the workspace. */
export const conditionsBy = (reading: TraceReading, filter: TraceFilter, param: (value: unknown) => string) =>
  ['"workspaceId" = $1', ...CONDITIONS[reading].flatMap((condition) => condition(filter, param) ?? [])].join(
    ' AND ',
  );

/** A sum is in no index: the planner would otherwise follow the order of starts and make the terms of each trace. */
export const newestFirst = (reading: TraceReading) =>
  `${reading === 'terms' ? `"startedAt" + interval '0'` : '"startedAt"'} DESC, id DESC`;
