import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { TraceRecord } from '@/lib/domain/trace-span';

/**
 * A record with every text replaced, the names of its fields kept. Attributes hold messages as JSON in a text: such a text
 * is read, and its own texts are replaced, so that it is JSON afterwards. Ids of traces and spans are no texts, and the
 * resource, which records share, is mapped by itself.
 */
export interface TextChange {
  /** The field is the last name on the way to the text; numbers are given where they may be private. */
  text(text: string, field: string): string;
  /** A number as it is, or a text in its place. */
  number(value: number, field: string): number | string;
}

export function mapTexts(record: TraceRecord, change: TextChange): TraceRecord {
  const head = {
    name: change.text(record.name, 'name'),
    attributes: mapFields(record.attributes, change),
  };
  if (record.kind === 'log') return { ...record, ...head, body: mapFields(record.body, change) };
  return {
    ...record,
    ...head,
    statusMessage: change.text(record.statusMessage, 'statusMessage'),
    events: record.events.map((event) => ({ ...event, attributes: mapFields(event.attributes, change) })),
  };
}

/** Nested deeper, a text is replaced as a whole. */
const DEPTH_MAX = 40;

export function mapFields(object: JsonObject, change: TextChange): JsonObject {
  return mapMembers(object, change, 0);
}

function mapMembers(object: JsonObject, change: TextChange, depth: number): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, member]) => [
      name,
      member === undefined ? undefined : mapValue(member, name, change, depth),
    ]),
  );
}

function mapValue(value: JsonValue, field: string, change: TextChange, depth: number): JsonValue {
  if (typeof value === 'string') return mapText(value, field, change, depth);
  if (typeof value === 'number') return change.number(value, field);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return change.text(JSON.stringify(value), field);
  if (isList(value)) return value.map((one) => mapValue(one, field, change, depth + 1));
  return mapMembers(value, change, depth + 1);
}

const isList = (value: object): value is readonly JsonValue[] => Array.isArray(value);

function mapText(text: string, field: string, change: TextChange, depth: number): string {
  const inner = depth < DEPTH_MAX && /^\s*[[{]/.test(text) ? parsed(text) : undefined;
  if (inner === undefined) return change.text(text, field);
  return JSON.stringify(mapValue(inner, field, change, depth + 1));
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
