import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { CallMessage, CallUsage } from '@/lib/domain/model-call';
import type { ToolCall, ToolDefinition } from '@/lib/domain/trajectory';
import { textOf } from './content';
import { countOf, isObject, objectOf, objectsOf, stringOf, textOrJson } from './read-json';

/** Messages of Chat Completions, read. */
export const isChatSystem = ({ role }: JsonObject) => role === 'system' || role === 'developer';

export function chatMessage(message: JsonObject): CallMessage {
  const text = textOf(message.content);
  if (isChatSystem(message)) return { role: 'system', text };
  if (message.role === 'tool' || message.role === 'function') {
    const callId = message.role === 'tool' ? stringOf(message.tool_call_id) || null : null;
    return { role: 'tool', text: '', result: { callId, content: text, isError: false } };
  }
  return message.role === 'assistant' ? chatAnswer(message) : { role: 'user', text };
}

export function chatAnswer(message: JsonObject): CallMessage {
  const toolCalls = [
    ...objectsOf(message.tool_calls).map(toolCall),
    ...(isObject(message.function_call) ? [toolCall({ function: message.function_call })] : []),
  ];
  const reasoning = stringOf(message.reasoning_content) || stringOf(message.reasoning);
  return {
    role: 'assistant',
    text: textOf(message.content, '') || stringOf(message.refusal),
    ...(reasoning === '' ? {} : { reasoning }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
}

function toolCall(call: JsonObject): ToolCall {
  const called = objectOf(call.function ?? call.custom);
  return {
    id: stringOf(call.id),
    name: stringOf(called.name),
    arguments: textOrJson(called.arguments ?? called.input),
  };
}

export function chatTools(body: JsonObject): ToolDefinition[] {
  const inTools = objectsOf(body.tools).map((tool) => objectOf(tool.function ?? tool.custom ?? tool));
  return [...inTools, ...objectsOf(body.functions)].map((tool) => ({
    name: stringOf(tool.name) || stringOf(tool.type),
    description: stringOf(tool.description),
    parameters: textOrJson(tool.parameters ?? tool.format),
  }));
}

/** Cached tokens are part of the tokens in. */
export function chatUsage(usage: JsonValue | undefined): CallUsage | null {
  if (!isObject(usage)) return null;
  return {
    tokensIn: countOf(usage.prompt_tokens),
    tokensOut: countOf(usage.completion_tokens),
    tokensCached: countOf(objectOf(usage.prompt_tokens_details).cached_tokens),
  };
}
