import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { CallMessage, CallUsage } from '@/lib/domain/model-call';
import type { ToolCall, ToolDefinition, ToolResult } from '@/lib/domain/trajectory';
import { textOf } from './content';
import { countOf, idOf, isObject, objectOf, objectsOf, stringOf, textOrJson, without } from './read-json';

/** Items of the Responses dialect, read. One answer of a model is several items: reasoning, texts, calls. */

/** Input as a list: a plain text is one message of the user. */
export function inputItems(input: JsonValue | undefined): readonly JsonObject[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : objectsOf(input);
}

export function isSystemItem({ type, role }: JsonObject): boolean {
  return (type === undefined || type === 'message') && (role === 'system' || role === 'developer');
}

/** Successive items of the model become one message, as one reply has one. */
export function itemMessages(items: readonly JsonObject[]): CallMessage[] {
  const messages: CallMessage[] = [];
  let answer: JsonObject[] = [];
  const closeAnswer = () => {
    if (answer.length > 0) messages.push(answerOf(answer));
    answer = [];
  };
  for (const item of items) {
    if (isOfModel(item)) answer.push(item);
    else if (item.type !== 'item_reference') {
      closeAnswer();
      messages.push(messageOf(item));
    }
  }
  closeAnswer();
  return messages;
}

/** Types of items that a model writes and that are neither messages nor calls. */
const WRITTEN = [
  'reasoning',
  'compaction',
  'program',
  'program_output',
  'mcp_list_tools',
  'mcp_approval_request',
];

function isOfModel({ type, role }: JsonObject): boolean {
  return role === 'assistant' || isCall(stringOf(type)) || WRITTEN.includes(stringOf(type));
}

const isCall = (type: string) => type.endsWith('_call');
const isResult = (type: string) => type.endsWith('_output');

function messageOf(item: JsonObject): CallMessage {
  const type = stringOf(item.type);
  if (isResult(type)) return { role: 'tool', text: '', result: resultOf(item) };
  const role = isSystemItem(item) ? 'system' : 'user';
  return { role, text: type === '' || type === 'message' ? textOf(item.content) : `[${type}]` };
}

function resultOf(item: JsonObject): ToolResult {
  const output = item.output ?? item.tools;
  const content =
    Array.isArray(output) && objectsOf(output).some(({ type }) => type) ? textOf(output) : textOrJson(output);
  return { callId: idOf(item.call_id), content, isError: false };
}

export function answerOf(items: readonly JsonObject[]): CallMessage {
  const reasoning = items
    .filter(({ type }) => type === 'reasoning')
    .map(reasoningOf)
    .filter(Boolean)
    .join('\n');
  const toolCalls = items.filter(({ type }) => isCall(stringOf(type))).map(toolCallOf);
  const texts = items.filter(({ type }) => type !== 'reasoning' && !isCall(stringOf(type)));
  const itemId = idOf((texts[0] ?? items[0])?.id);
  return {
    role: 'assistant',
    text: texts
      .map(({ type, content }) => (content === undefined ? `[${type}]` : textOf(content, '')))
      .join('\n'),
    ...(reasoning === '' ? {} : { reasoning }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(itemId === null ? {} : { itemId }),
  };
}

function reasoningOf({ summary, content }: JsonObject): string {
  return [textOf(summary), textOf(content)].filter(Boolean).join('\n');
}

/** Calls of built-in tools have no arguments: their other fields stand for them. */
function toolCallOf(item: JsonObject): ToolCall {
  const type = stringOf(item.type);
  const written = item.arguments ?? item.input ?? without(item, 'id', 'call_id', 'type', 'status');
  return {
    id: idOf(item.call_id) ?? stringOf(item.id),
    name: stringOf(item.name) || type.replace(/_call$/, ''),
    arguments: textOrJson(written),
  };
}

export function responsesTools(body: JsonObject): ToolDefinition[] {
  return objectsOf(body.tools).map((tool) => ({
    name: stringOf(tool.name) || stringOf(tool.type),
    description: stringOf(tool.description),
    parameters: textOrJson(tool.parameters ?? without(tool, 'name', 'description')),
  }));
}

/** Cached tokens are part of the tokens in. */
export function responsesUsage(usage: JsonValue | undefined): CallUsage | null {
  if (!isObject(usage)) return null;
  return {
    tokensIn: countOf(usage.input_tokens),
    tokensOut: countOf(usage.output_tokens),
    tokensCached: countOf(objectOf(usage.input_tokens_details).cached_tokens),
  };
}
