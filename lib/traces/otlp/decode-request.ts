import {
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonValue,
  type MessageShape,
} from '@bufbuild/protobuf';
import { base64Encode } from '@bufbuild/protobuf/wire';
import { hexToBytes } from '@noble/hashes/utils.js';
import { AppError } from '@/lib/errors/app-error';

export type OtlpEncoding = 'json' | 'protobuf';

/**
 * The body of a request as a message. OTLP's JSON is that of Protobuf except for ids, which are hex there: they are
 * rewritten before the message is read. Fields that are not known are skipped.
 *
 * @throws AppError INPUT_INVALID where the body is no such message
 */
export function decodeRequest<Schema extends DescMessage>(
  schema: Schema,
  encoding: OtlpEncoding,
  body: Uint8Array,
): MessageShape<Schema> {
  try {
    if (encoding === 'protobuf') return fromBinary(schema, body, { readUnknownFields: false });
    const parsed: JsonValue = JSON.parse(new TextDecoder().decode(body));
    return fromJson(schema, withByteIds(parsed), { ignoreUnknownFields: true });
  } catch (error) {
    const what = encoding === 'json' ? 'OTLP JSON' : 'OTLP Protobuf';
    const why = error instanceof RangeError ? 'it is nested too deeply or cut off' : messageOf(error);
    throw new AppError('INPUT_INVALID', `The body is not ${what}: ${why}.`, { cause: error });
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const ID_FIELDS = ['traceId', 'spanId', 'parentSpanId'];
/** Fields on the way to the ids. Values of attributes are not searched. */
const PARTS = ['resourceSpans', 'scopeSpans', 'spans', 'resourceLogs', 'scopeLogs', 'logRecords'];

function withByteIds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withByteIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, JsonValue] => {
      if (ID_FIELDS.includes(name) && typeof member === 'string') return [name, bytesOfHex(member)];
      return [name, PARTS.includes(name) ? withByteIds(member) : member];
    }),
  );
}

/** An id of a length that no id has. */
const BAD_ID = base64Encode(new Uint8Array([0]));

/** Hex as base64. Where it is not hex, a bad id: the record is rejected and the others are kept. */
function bytesOfHex(hex: string): string {
  return /^(?:[0-9a-f]{2})*$/i.test(hex) ? base64Encode(hexToBytes(hex)) : BAD_ID;
}
