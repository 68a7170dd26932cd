import { TRACE_SOURCES, type TraceSource } from '@/lib/domain/collected-trace';
import { type TraceFilter, traceFilter } from '@/lib/domain/trace-filter';

/** A filter of traces in the address of a page, and in words. */
const NUMBERS = ['minCostUsd', 'minTokens', 'minSteps'] as const;

/** The filter that an address holds. What is none is left out: an old or mistyped address shows more, never nothing. */
export function traceFilterOf(params: URLSearchParams): TraceFilter {
  const filter: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(traceFilter.shape)) {
    const text = params.get(name);
    if (text === null) continue;
    const parsed = schema.safeParse(valueOfText(name, text));
    if (parsed.success) filter[name] = parsed.data;
  }
  return filter as TraceFilter;
}

function valueOfText(name: string, text: string): unknown {
  if (name === 'hasError') return text === 'true' ? true : text === 'false' ? false : text;
  return NUMBERS.some((known) => known === name) ? Number(text) : text;
}

/** The query of an address; empty where every trace is meant. */
export function traceFilterQuery(filter: TraceFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

export interface LearnChoice {
  readonly experimentId: string | null;
  readonly count: number | null;
}

/** The page that learns from the traces of a filter, with its settings chosen. */
export function learnAddress(filter: TraceFilter, { experimentId, count }: LearnChoice): string {
  const chosen = new URLSearchParams(traceFilterQuery(filter));
  if (experimentId !== null) chosen.set('experiment', experimentId);
  if (count !== null) chosen.set('count', String(count));
  return `/traces/learn?${chosen}`;
}

export function learnChoiceOf(params: URLSearchParams): LearnChoice {
  const count = Number(params.get('count'));
  return {
    experimentId: params.get('experiment'),
    count: Number.isInteger(count) && count > 0 ? count : null,
  };
}

export const SOURCE_WORDS: Readonly<Record<TraceSource, string>> = {
  otlp: 'OpenTelemetry',
  openaiAgents: 'OpenAI Agents SDK',
  gateway: 'Gateway',
  langfuse: 'Langfuse',
  atif: 'ATIF',
  sweAgent: 'SWE-agent',
  tau: 'tau-bench',
  messages: 'Messages',
};
export const SOURCE_CHOICES = TRACE_SOURCES.map((source) => [source, SOURCE_WORDS[source]] as const);

export const OUTCOME_WORDS: Readonly<Record<NonNullable<TraceFilter['outcome']>, string>> = {
  judged: 'Judged',
  unjudged: 'Not judged',
  right: 'Right',
  partly: 'Partly right',
  failed: 'Failed',
};

/** One short phrase for each condition. */
export function traceFilterWords(filter: TraceFilter): readonly string[] {
  const { from, to, source, service, model, tool, outcome, hasError, promptName, promptVersion } = filter;
  const day = (time: string) => time.slice(0, 10);
  return [
    from && `from ${day(from)}`,
    to && `before ${day(to)}`,
    source && SOURCE_WORDS[source],
    service && `service ${service}`,
    model && `model ${model}`,
    tool && `tool ${tool}`,
    outcome && OUTCOME_WORDS[outcome].toLowerCase(),
    hasError === undefined ? '' : hasError ? 'with an error' : 'without an error',
    filter.minCostUsd === undefined ? '' : `$${filter.minCostUsd} or more`,
    filter.minTokens === undefined ? '' : `${filter.minTokens} tokens or more`,
    filter.minSteps === undefined ? '' : `${filter.minSteps} steps or more`,
    promptName && `prompt ${promptName}${promptVersion ? ` ${promptVersion}` : ''}`,
    filter.sessionId && `session ${filter.sessionId}`,
    filter.words && `“${filter.words}”`,
  ].filter((words): words is string => Boolean(words));
}
