import { objectOf, objectsOf, stringOf } from '@/lib/dialects/read-json';
import type { JsonObject } from '@/lib/domain/json';
import type { CallMessage } from '@/lib/domain/model-call';
import { anyMessages, joined } from '../messages/any-messages';
import { numberedAttributes } from '../messages/numbered-attributes';

/** Messages of OpenInference, written in the names of attributes: `llm.input_messages.0.message.role`. */
export function openInferenceMessages(attributes: JsonObject, prefix: string): CallMessage[] {
  const written = objectsOf(numberedAttributes(attributes, prefix));
  return joined(
    written.flatMap(({ message }) => anyMessages([chatShape(objectOf(message))], roleOf(prefix))),
  );
}

const roleOf = (prefix: string) => (prefix === 'llm.output_messages' ? 'assistant' : 'user');

/** The same message as Chat Completions would write it. */
function chatShape(message: JsonObject): JsonObject {
  const calls = objectsOf(message.tool_calls).map(({ tool_call }) => objectOf(tool_call));
  const parts = objectsOf(message.contents).map(({ message_content }) => partOf(objectOf(message_content)));
  const named = stringOf(message.function_call_name);
  const legacy = { name: named, arguments: message.function_call_arguments_json ?? '' };
  return {
    role: message.role ?? null,
    content: message.content ?? (parts.length > 0 ? parts : ''),
    ...(message.tool_call_id === undefined ? {} : { tool_call_id: message.tool_call_id }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(named !== '' && message.role === 'assistant' ? { function_call: legacy } : {}),
  };
}

function partOf(part: JsonObject): JsonObject {
  const type = stringOf(part.type).replace(/^(?:input|output)_/, '');
  if (typeof part.text !== 'string') return { type };
  return { type: type === 'reasoning' ? type : 'text', text: part.text };
}
