import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { CallMessage, CallUsage } from '@/lib/domain/model-call';
import type { ToolDefinition, ToolResult } from '@/lib/domain/trajectory';
import { textOf } from './content';
import { countOf, idOf, isList, isObject, objectsOf, stringOf, textOrJson, without } from './read-json';

/** Messages of the Anthropic dialect, read. Tool results are blocks of a user's message; each becomes a message. */
export function anthropicMessages(message: JsonObject): CallMessage[] {
  const blocks = blocksOf(message.content);
  const results = blocks.filter(isResult).map((block) => ({
    role: 'tool' as const,
    text: '',
    result: resultOf(block),
  }));
  if (message.role === 'assistant') return [anthropicAnswer(blocks), ...results];
  const others = blocks.filter((block) => !isResult(block));
  const role = message.role === 'system' ? 'system' : 'user';
  return others.length === 0 && results.length > 0 ? results : [...results, { role, text: textOf(others) }];
}

function blocksOf(content: JsonValue | undefined): readonly JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content);
}

/** Results of tools of the agent, and of tools that the provider ran. */
const isResult = ({ type }: JsonObject) => stringOf(type).endsWith('tool_result');
const isCall = ({ type }: JsonObject) => stringOf(type).endsWith('tool_use');
const isReasoning = ({ type }: JsonObject) => type === 'thinking' || type === 'redacted_thinking';

function resultOf({ tool_use_id, content, is_error }: JsonObject): ToolResult {
  const text = isObject(content) ? JSON.stringify(content) : textOf(content);
  return { callId: idOf(tool_use_id), content: text, isError: is_error === true };
}

export function anthropicAnswer(content: readonly JsonObject[]): CallMessage {
  const reasoning = content
    .filter(isReasoning)
    .map(({ thinking }) => (typeof thinking === 'string' ? thinking : '[redacted thinking]'))
    .filter(Boolean)
    .join('\n');
  const toolCalls = content.filter(isCall).map(({ id, name, input }) => ({
    id: stringOf(id),
    name: stringOf(name),
    arguments: textOrJson(input),
  }));
  return {
    role: 'assistant',
    text: textOf(
      content.filter((block) => !isReasoning(block) && !isCall(block) && !isResult(block)),
      '',
    ),
    ...(reasoning === '' ? {} : { reasoning }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
}

export function anthropicTools(body: JsonObject): ToolDefinition[] {
  return objectsOf(body.tools).map((tool) => ({
    name: stringOf(tool.name),
    description: stringOf(tool.description),
    parameters: textOrJson(tool.input_schema ?? without(tool, 'name', 'description')),
  }));
}

/** The dialect counts tokens read from and written to its cache apart; here they are part of the tokens in. */
export function anthropicUsage(usage: JsonValue | undefined): CallUsage | null {
  if (!isObject(usage)) return null;
  const tokensCached = countOf(usage.cache_read_input_tokens);
  return {
    tokensIn: countOf(usage.input_tokens) + countOf(usage.cache_creation_input_tokens) + tokensCached,
    tokensOut: countOf(usage.output_tokens),
    tokensCached,
  };
}

/** A value without the cache markers of its blocks: the markers of all turns together may exceed what a request may hold. */
export function withoutCacheMarkers(value: JsonObject): JsonObject {
  const { content } = value;
  const kept = 'cache_control' in value ? without(value, 'cache_control') : value;
  if (!isList(content)) return kept;
  return { ...kept, content: content.map((block) => (isObject(block) ? withoutCacheMarkers(block) : block)) };
}
