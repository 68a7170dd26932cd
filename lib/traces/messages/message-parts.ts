import { idOf, isObject, stringOf, textOrJson } from '@/lib/dialects/read-json';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { CallMessage } from '@/lib/domain/model-call';
import type { ToolCall } from '@/lib/domain/trajectory';
import { plainText } from './json-text';

/**
 * A message in parts, as the GenAI conventions and the AI SDK write it. Results of tools become messages of their own,
 * whatever the role of the message that held them. Parts without text are named: "[image]".
 */
export function messagesOfParts(role: CallMessage['role'], parts: readonly JsonObject[]): CallMessage[] {
  const results = parts.filter(isResult).map(resultMessage);
  const own = parts.filter((part) => !isResult(part));
  const text = own.filter((part) => !isCall(part) && !isReasoning(part)).map(textOfPart);
  if (role !== 'assistant') {
    const isEmpty = own.length === 0 || role === 'tool';
    return [...results, ...(isEmpty ? [] : [{ role, text: text.join('\n') }])];
  }
  const reasoning = own.filter(isReasoning).map(textOfPart).filter(Boolean).join('\n');
  const toolCalls = own.filter(isCall).map(callOf);
  const spoken: CallMessage = {
    ...{ role, text: text.join('') },
    ...(reasoning === '' ? {} : { reasoning }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
  return own.length === 0 && results.length > 0 ? results : [spoken, ...results];
}

const typeOf = ({ type }: JsonObject) => stringOf(type).replaceAll('-', '_');
const isCall = (part: JsonObject) => /^(?:server_)?tool_(?:call|use)$|^function_call$/.test(typeOf(part));
const isResult = (part: JsonObject) => /tool_(?:call_response|result|error)$/.test(typeOf(part));
const isReasoning = (part: JsonObject) => /^(?:reasoning|thinking)$/.test(typeOf(part));

function textOfPart(part: JsonObject): string {
  const text = part.content ?? part.text ?? part.thinking;
  if (typeof text === 'string' && !isFile(part)) return text;
  return `[${stringOf(part.modality) || stringOf(part.type) || 'part'}]`;
}

const isFile = (part: JsonObject) => ['blob', 'uri', 'file', 'image'].includes(typeOf(part));

function callOf(part: JsonObject): ToolCall {
  return {
    id: stringOf(part.id ?? part.toolCallId ?? part.call_id),
    name: stringOf(part.name ?? part.toolName),
    arguments: textOrJson(part.arguments ?? part.input ?? part.args),
  };
}

function resultMessage(part: JsonObject): CallMessage {
  const { value, isError } = resultValue(part);
  const callId = idOf(part.id ?? part.toolCallId ?? part.tool_use_id);
  const isFlagged = isError || part.is_error === true || part.isError === true;
  return { role: 'tool', text: '', result: { callId, content: contentText(value), isError: isFlagged } };
}

/** The AI SDK says in the type of an output whether the tool failed. */
function resultValue(part: JsonObject): { readonly value: JsonValue | undefined; readonly isError: boolean } {
  const given = part.response ?? part.result ?? part.output ?? part.content ?? part.error;
  const isError = typeOf(part) === 'tool_error';
  if (!isObject(given) || part.output === undefined) return { value: given, isError };
  const kind = stringOf(given.type);
  if (!/^(?:error-)?(?:text|json)$|^content$/.test(kind)) return { value: given, isError };
  return { value: given.value, isError: isError || kind.startsWith('error') };
}

/** A list of text parts is its texts. */
function contentText(value: JsonValue | undefined): string {
  if (!Array.isArray(value) || value.length === 0) return plainText(value);
  const isText = value.every(
    (part) => isObject(part) && part.type === 'text' && typeof part.text === 'string',
  );
  return isText ? value.map((part) => stringOf(part.text)).join('\n') : plainText(value);
}
