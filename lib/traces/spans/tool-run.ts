import { idOf, isObject, stringOf, textOrJson } from '@/lib/dialects/read-json';
import type { JsonObject } from '@/lib/domain/json';
import type { TraceSpan } from '@/lib/domain/trace-span';
import { plainText } from '../messages/json-text';
import { firstOf } from './call-numbers';
import { entityInput } from './entity-input';
import { errorOf } from './span-error';

/** One run of a tool, as its span tells it. */
export interface ToolRun {
  readonly span: TraceSpan;
  /** Null = the span does not say which call it answers. */
  readonly callId: string | null;
  readonly name: string;
  /** Empty = not recorded. */
  readonly arguments: string;
  /** Null = neither a result nor an error was recorded. */
  readonly result: { readonly content: string; readonly isError: boolean } | null;
}

const ID = ['gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id', 'tool.call_id'];
const NAME = ['gen_ai.tool.name', 'ai.toolCall.name', 'tool.name', 'traceloop.entity.name'];
const ARGUMENTS = [
  ...['gen_ai.tool.call.arguments', 'ai.toolCall.args', 'ai.toolCall.input', 'traceloop.entity.input'],
  ...['langfuse.observation.input', 'tool_call.function.arguments', 'input.value'],
];
const RESULT = [
  ...['gen_ai.tool.call.result', 'ai.toolCall.result', 'ai.toolCall.output', 'traceloop.entity.output'],
  ...['langfuse.observation.output', 'output.value'],
];

/** The id by which a call is known whose model never said one. */
export const idOfRun = ({ callId, span }: ToolRun) => callId ?? span.spanId;

export function toolRunOf(span: TraceSpan): ToolRun {
  const { attributes } = span;
  const given = firstOf(attributes, RESULT);
  const error = errorOf(span);
  const content = given === undefined ? (error ?? '') : plainText(given);
  return {
    ...{
      span,
      callId: idOf(firstOf(attributes, ID)),
      name: stringOf(firstOf(attributes, NAME)) || span.name,
    },
    arguments: argumentsOf(attributes),
    result: given === undefined && error === null ? null : { content, isError: error !== null },
  };
}

/** OpenLLMetry writes the arguments of a function: a tool of one object has that object. */
function argumentsOf(attributes: JsonObject): string {
  const given = firstOf(attributes, ARGUMENTS);
  const isOfEntity = given === attributes['traceloop.entity.input'];
  const only = isOfEntity ? entityInput(attributes) : undefined;
  return only !== undefined && isObject(only) ? JSON.stringify(only) : textOrJson(given);
}
