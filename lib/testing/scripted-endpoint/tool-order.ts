import type { JsonObject } from '@/lib/domain/json';

/**
 * What real providers refuse: a tool's result without its call before it, a call without a result, or a reference to
 * something that this endpoint does not hold. Null = the conversation is whole. Independent of the readers under test.
 */
export function faultOf(body: JsonObject): string | null {
  const text = JSON.stringify(body);
  for (const name of ['previous_response_id', 'conversation', 'thread'])
    if (body[name] !== undefined && body[name] !== null) return `this endpoint keeps no ${name}`;
  if (text.includes('"type":"item_reference"')) return 'this endpoint keeps no items';
  const open = new Set<string>();
  for (const { id, isCall } of toolParts(body)) {
    if (isCall) open.add(id);
    else if (!open.delete(id)) return `no tool call found for the result of ${id}`;
  }
  return open.size > 0 ? `no result found for the calls ${[...open].join(', ')}` : null;
}

interface ToolPart {
  readonly id: string;
  readonly isCall: boolean;
}

function toolParts(body: JsonObject): ToolPart[] {
  const input = list(body.input).flatMap(({ type, call_id }) => {
    if (type === 'function_call') return [{ id: String(call_id), isCall: true }];
    return type === 'function_call_output' ? [{ id: String(call_id), isCall: false }] : [];
  });
  const messages = list(body.messages).flatMap(({ role, tool_calls, tool_call_id, content }) => [
    ...list(tool_calls).map(({ id }) => ({ id: String(id), isCall: true })),
    ...(role === 'tool' ? [{ id: String(tool_call_id), isCall: false }] : []),
    ...list(content).flatMap(({ type, id, tool_use_id }) => {
      if (type === 'tool_use') return [{ id: String(id), isCall: true }];
      return type === 'tool_result' ? [{ id: String(tool_use_id), isCall: false }] : [];
    }),
  ]);
  return [...input, ...messages];
}

function list(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value : [];
}
