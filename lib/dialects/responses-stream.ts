import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { countOf, objectOf, objectsOf, stringOf } from './read-json';
import type { Assembler } from './reply-stream';

/** The last event of a stream, by how the reply ended. */
const LAST = ['response.completed', 'response.incomplete', 'response.failed'];

/** Events whose text belongs to a field of an item that is still being written. */
const GROWING: Readonly<Record<string, string>> = {
  'response.function_call_arguments.delta': 'arguments',
  'response.custom_tool_call_input.delta': 'input',
};

/**
 * The last event holds the whole response. Where the stream was cut before it, or where it holds no items, the items are
 * those that were received one by one.
 */
export function responsesAssembler(): Assembler {
  const items = new Map<number, JsonObject>();
  let response: JsonObject = {};
  let last = '';
  return {
    take(event) {
      const type = stringOf(event.type);
      if (LAST.includes(type)) last = type;
      response = { ...response, ...objectOf(event.response) };
      const at = countOf(event.output_index);
      if (type.startsWith('response.output_item.')) items.set(at, objectOf(event.item));
      else if (type.endsWith('.delta')) grow(items, at, type, stringOf(event.delta));
    },
    body() {
      const inOrder = [...items].sort(([a], [b]) => a - b).map(([, item]) => item);
      return { ...response, output: objectsOf(response.output).length > 0 ? response.output : inOrder };
    },
    isWhole: () => last !== '',
  };
}

/** Texts of items that are not done yet: all that is left of them where the stream is cut. */
function grow(items: Map<number, JsonObject>, at: number, type: string, delta: string): void {
  const item = items.get(at) ?? {};
  const field = GROWING[type];
  if (field !== undefined) items.set(at, { ...item, [field]: stringOf(item[field]) + delta });
  else if (type === 'response.output_text.delta' || type === 'response.refusal.delta') {
    const content = longerText(item.content, delta);
    items.set(at, { ...item, type: 'message', role: 'assistant', content });
  } else if (type === 'response.reasoning_summary_text.delta' || type === 'response.reasoning_text.delta') {
    items.set(at, { ...item, summary: longerText(item.summary, delta) });
  }
}

/** The parts of an item that was cut, as one. */
function longerText(parts: JsonValue | undefined, delta: string): JsonValue {
  return [{ type: 'output_text', text: stringOf(objectsOf(parts)[0]?.text) + delta }];
}
