/**
 * What a message of a trace is made of: prose, JSON, calls of tools and their results. Reads the shapes that agents
 * commonly write into a text: a list of `tool_calls` with a function, blocks of type `tool_use` and `tool_result`, and
 * `<tool_call>` tags around JSON. Whatever it does not know stays prose, so nothing that was said is ever left out.
 */
export type MessagePart =
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'json'; readonly value: unknown }
  | ToolCall
  | { readonly kind: 'toolResult'; readonly callId: string | null; readonly value: unknown };

export interface ToolCall {
  readonly kind: 'toolCall';
  /** Id by which a result refers to this call; null where the agent gave none. */
  readonly callId: string | null;
  readonly name: string;
  readonly given: unknown;
}

export function readMessageParts(text: string): readonly MessagePart[] {
  const value = parsed(text);
  if (value !== undefined) return partsOfValue(value);
  return splitAtTags(text);
}

/** Parsed object or list; undefined for anything else, as a bare number or word reads better unparsed. */
function parsed(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return undefined;
  try {
    return JSON.parse(trimmed) as unknown;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

function partsOfValue(value: unknown): readonly MessagePart[] {
  const blocks = Array.isArray(value) ? value : [value];
  const parts = blocks.map((block) => partsOfBlock(block));
  // One block of another form makes the whole a piece of data: to show half of it as prose would mislead.
  return parts.every((found) => found !== null) && parts.length > 0
    ? parts.flatMap((found) => found ?? [])
    : [{ kind: 'json', value }];
}

function partsOfBlock(block: unknown): readonly MessagePart[] | null {
  if (!isRecord(block)) return null;
  const { type } = block;
  if (type === 'text' && typeof block.text === 'string') return [{ kind: 'prose', text: block.text }];
  if (type === 'tool_use') return oneCall(block, block.input);
  if (type === 'tool_result')
    return [{ kind: 'toolResult', callId: textOr(block.tool_use_id), value: asData(block.content) }];
  if (Array.isArray(block.tool_calls)) return partsOfReply(block, block.tool_calls);
  return isRecord(block.function)
    ? oneCall({ ...block.function, id: block.id }, block.function.arguments)
    : null;
}

function partsOfReply(
  block: Readonly<Record<string, unknown>>,
  asked: readonly unknown[],
): readonly MessagePart[] | null {
  const calls = asked.map((one) => partsOfBlock(one));
  if (calls.some((one) => one === null)) return null;
  const said = textOr(block.content);
  return [...(said ? [{ kind: 'prose' as const, text: said }] : []), ...calls.flatMap((one) => one ?? [])];
}

function oneCall(block: Readonly<Record<string, unknown>>, given: unknown): readonly MessagePart[] | null {
  const name = textOr(block.name);
  return name === null ? null : [{ kind: 'toolCall', callId: textOr(block.id), name, given: asData(given) }];
}

const TAGGED = /<tool_call>([\s\S]*?)<\/tool_call>/g;

function splitAtTags(text: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  for (const match of text.matchAll(TAGGED)) {
    const value = parsed(match[1] ?? '');
    const call = isRecord(value) ? oneCall(value, value.arguments ?? value.parameters) : null;
    if (call === null) continue;
    parts.push({ kind: 'prose', text: text.slice(from, match.index) }, ...call);
    from = match.index + match[0].length;
  }
  parts.push({ kind: 'prose', text: text.slice(from) });
  return parts.filter((part, _, all) => part.kind !== 'prose' || part.text.trim() !== '' || all.length === 1);
}

/** Arguments often come as JSON within a string. */
function asData(value: unknown): unknown {
  return typeof value === 'string' ? (parsed(value) ?? value) : (value ?? null);
}

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
