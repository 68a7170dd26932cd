import { idOf, isList, isObject, objectOf, objectsOf, stringOf } from '@/lib/dialects/read-json';
import type { TraceScore } from '@/lib/domain/collected-trace';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { TraceLog, TraceSpan } from '@/lib/domain/trace-span';
import { isoMilliseconds } from '../iso-time';
import { TRACE_NOTE } from '../spans/trace-facts';
import { traceScore } from '../spans/trace-scores';

/** A trace of Langfuse with its observations, as its API and its exports write it. */
export const isLangfuseTrace = (document: JsonObject) =>
  stringOf(document.id) !== '' &&
  isList(document.observations) &&
  document.observations.every((one) => isObject(one));

/** An observation apart from its trace. */
export const isObservation = (document: JsonObject) =>
  stringOf(document.traceId) !== '' && /^[A-Z]+$/.test(stringOf(document.type)) && 'startTime' in document;

/** Name, session, user, input and output of a trace. */
export function langfuseNote(trace: JsonObject): TraceLog {
  const { name, sessionId, userId, input, output, version, release } = trace;
  return {
    ...{ kind: 'log', traceId: stringOf(trace.id), spanId: '', name: TRACE_NOTE, atMs: 0, scope: 'langfuse' },
    attributes: {
      ...{ 'langfuse.trace.name': name, 'session.id': sessionId, 'user.id': userId },
      ...{ 'langfuse.trace.input': input, 'langfuse.trace.output': output },
    },
    resource: { 'service.version': idOf(version) ?? idOf(release) ?? undefined },
    body: {},
  };
}

/** Scores of a trace. They are the word of the file, even where it says that a person gave them. */
export function langfuseScores(scores: JsonValue | undefined): TraceScore[] {
  return objectsOf(scores).map(({ name, value, stringValue, comment }) =>
    traceScore('file', {
      ...{ name, value: typeof value === 'number' ? value : undefined, explanation: comment },
      label: stringValue ?? (typeof value === 'string' ? value : undefined),
    }),
  );
}

/** Null where it has no time. */
export function observationSpan(observation: JsonObject, traceId: string): TraceSpan | null {
  const startMs = isoMilliseconds(stringOf(observation.startTime));
  if (startMs === null) return null;
  const type = stringOf(observation.type).toLowerCase();
  const endMs = isoMilliseconds(stringOf(observation.endTime)) ?? (type === 'event' ? startMs : null);
  return {
    ...{
      kind: 'span',
      traceId,
      spanId: stringOf(observation.id),
      parentId: idOf(observation.parentObservationId),
    },
    ...{ name: stringOf(observation.name), startMs, endMs },
    status: observation.level === 'ERROR' ? 'error' : 'unset',
    ...{
      statusMessage: stringOf(observation.statusMessage),
      scope: `langfuse ${type}`,
      resource: {},
      events: [],
    },
    attributes: attributesOf(observation, type),
  };
}

function attributesOf(observation: JsonObject, type: string): JsonObject {
  const { input, output, model, promptName, promptVersion, usageDetails, usage, costDetails } = observation;
  const total = observation.calculatedTotalCost ?? observation.totalCost ?? objectOf(costDetails).total;
  const finish = objectOf(observation.modelParameters).finish_reason;
  return {
    ...{ 'langfuse.observation.type': type, 'gen_ai.request.model': model ?? undefined },
    ...{
      'langfuse.observation.input': input ?? undefined,
      'langfuse.observation.output': output ?? undefined,
    },
    ...{
      'langfuse.observation.prompt.name': promptName,
      'langfuse.observation.prompt.version': promptVersion,
    },
    'gen_ai.tool.definitions':
      input !== undefined && isObject(input) ? (input.tools ?? undefined) : undefined,
    'gen_ai.usage.cost': typeof total === 'number' ? total : undefined,
    ...{ 'gen_ai.response.finish_reasons': typeof finish === 'string' ? finish : undefined },
    ...(isCounted(usageDetails)
      ? { 'langfuse.observation.usage_details': usageDetails }
      : olderUsage(objectOf(usage), observation)),
  };
}

const isCounted = (usage: JsonValue | undefined) =>
  usage !== undefined && isObject(usage) && (usage.input !== undefined || usage.output !== undefined);

function olderUsage(usage: JsonObject, { promptTokens, completionTokens }: JsonObject): JsonObject {
  return {
    'gen_ai.usage.input_tokens': usage.input ?? usage.promptTokens ?? promptTokens,
    'gen_ai.usage.output_tokens': usage.output ?? usage.completionTokens ?? completionTokens,
  };
}
