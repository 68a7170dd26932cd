import type { TraceFilter } from '@/lib/domain/trace-filter';

/**
 * What a filter names, as a search of the words and marks of a trace (`waggle_trace_terms`): each word begins one of the
 * trace's own, in any order; a mark is the whole of a name. One index holds them all, so that rare combinations are found by
 * their rarest part. The first parameter of the statement is the workspace.
 */
export function traceTerms(filter: TraceFilter, param: (value: unknown) => string): string | undefined {
  const { words } = filter;
  const marks = marksOf(filter);
  if (words === undefined && marks.length === 0) return undefined;
  const all = `ARRAY['§workspace=' || $1] || ${param(marks)}::text[]`;
  const query =
    words === undefined ? `waggle_marks_query(${all})` : `waggle_search_query(${param(words)}, ${all})`;
  return `waggle_trace_terms("workspaceId", source, service, models, tools, "promptName", "promptVersion", score,
    task, output, error) @@ ${query}`;
}

export const hasTerms = (filter: TraceFilter): boolean =>
  filter.words !== undefined || marksOf(filter).length > 0;

function marksOf({ hasError, ...filter }: TraceFilter): string[] {
  const { source, service, model, tool, outcome, promptName, promptVersion } = filter;
  const error = hasError === undefined ? undefined : hasError ? 'yes' : 'no';
  const named = { source, service, model, tool, outcome, error, promptName, promptVersion };
  return Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : `§${name}=${value}`));
}
