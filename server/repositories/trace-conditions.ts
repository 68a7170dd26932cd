import type { TraceFilter } from '@/lib/domain/trace-filter';

/**
 * A filter of traces as SQL on the table "Trace": conditions joined by AND, and their parameters. The first parameter is
 * the workspace. Lists, facets, queues and samples choose by the same conditions.
 */
export interface TraceConditions {
  readonly sql: string;
  readonly params: readonly unknown[];
}

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

const CONDITIONS: readonly Condition[] = [
  ({ from }, param) => from && `"startedAt" >= ${param(from)}`,
  ({ to }, param) => to && `"startedAt" < ${param(to)}`,
  ({ source }, param) => source && `source = ${param(source)}`,
  ({ service }, param) => service && `service = ${param(service)}`,
  ({ model }, param) => model && `models @> ARRAY[${param(model)}]`,
  ({ tool }, param) => tool && `tools @> ARRAY[${param(tool)}]`,
  ({ outcome }) => outcome && OUTCOMES[outcome],
  ({ hasError }) => (hasError === undefined ? undefined : `error IS ${hasError ? 'NOT ' : ''}NULL`),
  ({ minCostUsd }, param) => (minCostUsd === undefined ? undefined : `"costUsd" >= ${param(minCostUsd)}`),
  ({ minTokens }, param) =>
    minTokens === undefined ? undefined : `"tokensIn" + "tokensOut" >= ${param(minTokens)}`,
  ({ minSteps }, param) => (minSteps === undefined ? undefined : `steps >= ${param(minSteps)}`),
  ({ promptName }, param) => promptName && `"promptName" = ${param(promptName)}`,
  ({ promptVersion }, param) => promptVersion && `"promptVersion" = ${param(promptVersion)}`,
  ({ sessionId }, param) => sessionId && `"sessionId" = ${param(sessionId)}`,
  ({ words }, param) => words && wordsIn(param(words)),
];

/** Each word begins one of the trace's own, in any order. The mark keeps the index to one workspace. */
const wordsIn = (words: string) =>
  `waggle_trace_words("workspaceId", task, output, error) @@ waggle_search_query(${words}, ARRAY['§workspace=' || $1])`;

export function traceConditions(workspaceId: string, filter: TraceFilter): TraceConditions {
  const params: unknown[] = [workspaceId];
  const param = (value: unknown) => `$${params.push(value)}`;
  const given = CONDITIONS.flatMap((condition) => condition(filter, param) ?? []);
  return { sql: ['"workspaceId" = $1', ...given].join(' AND '), params };
}

/** Words, tools and models have indexes without an order. */
export const hasUnorderedIndex = ({ words, tool, model }: TraceFilter): boolean =>
  (words ?? tool ?? model) !== undefined;

/**
 * Order of a list, newest first. A sum is in no index: with words, tools or models, the planner would otherwise follow the
 * order of starts and read each trace until enough match.
 */
export const newestFirst = (filter: TraceFilter) =>
  `${hasUnorderedIndex(filter) ? `"startedAt" + interval '0'` : '"startedAt"'} DESC, id DESC`;
