import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { countOf, isList, objectOf, stringOf } from './read-json';
import type { Assembler } from './reply-stream';

interface Block {
  fields: Record<string, JsonValue | undefined>;
  /** The input of a tool as written so far. */
  input: string;
}

export function anthropicAssembler(): Assembler {
  const blocks = new Map<number, Block>();
  let message: JsonObject = {};
  let isStopped = false;
  const takers: Readonly<Record<string, (event: JsonObject) => void>> = {
    message_start(event) {
      message = objectOf(event.message);
    },
    content_block_start(event) {
      blocks.set(countOf(event.index), { fields: { ...objectOf(event.content_block) }, input: '' });
    },
    content_block_delta(event) {
      const block = blocks.get(countOf(event.index));
      if (block !== undefined) addDelta(block, objectOf(event.delta));
    },
    message_delta(event) {
      // Counts are totals, and those that do not apply are left out or null.
      const counts = Object.entries(objectOf(event.usage)).filter(([, count]) => count !== null);
      const usage = { ...objectOf(message.usage), ...Object.fromEntries(counts) };
      message = { ...message, ...objectOf(event.delta), usage };
    },
    message_stop() {
      isStopped = true;
    },
  };
  return {
    take: (event) => takers[stringOf(event.type)]?.(event),
    body: () => ({ ...message, content: [...blocks.values()].map(finished) }),
    isWhole: () => isStopped,
  };
}

/** A delta's texts continue the fields of the same names; kinds of deltas that are not known yet do too. */
function addDelta(block: Block, delta: JsonObject): void {
  for (const [name, value] of Object.entries(delta)) {
    if (name === 'type') continue;
    if (name === 'partial_json') block.input += stringOf(value);
    else if (name === 'citation') block.fields.citations = [...listOf(block.fields.citations), value ?? null];
    else block.fields[name] = typeof value === 'string' ? stringOf(block.fields[name]) + value : value;
  }
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isList(value) ? value : []);

/** Input that was cut stays as it was written. */
function finished({ fields, input }: Block): JsonObject {
  if (input === '') return fields;
  try {
    return { ...fields, input: JSON.parse(input) };
  } catch {
    return { ...fields, input };
  }
}
