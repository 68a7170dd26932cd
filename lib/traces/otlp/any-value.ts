import { base64Encode } from '@bufbuild/protobuf/wire';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { AnyValue, KeyValue } from './generated/otlp_pb';

/** Attributes of OTLP as JSON. A key that is given twice has its last value. */
export function attributesOf(pairs: readonly KeyValue[]): JsonObject {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, jsonOf(value)]));
}

/** Bytes become base64. Numbers that JSON cannot hold exactly become text. */
function jsonOf(given: AnyValue | undefined): JsonValue {
  const one = given?.value;
  switch (one?.case) {
    case 'stringValue':
    case 'boolValue':
      return one.value;
    case 'intValue':
      return Number.isSafeInteger(Number(one.value)) ? Number(one.value) : one.value;
    case 'doubleValue':
      return Number.isFinite(one.value) ? one.value : String(one.value);
    case 'arrayValue':
      return one.value.values.map(jsonOf);
    case 'kvlistValue':
      return attributesOf(one.value.values);
    case 'bytesValue':
      return base64Encode(one.value);
    default:
      return null;
  }
}

/** The body of a log record: an object as it is, any other value as `value`. */
export function bodyOf(given: AnyValue | undefined): JsonObject {
  if (given?.value.case === undefined) return {};
  return given.value.case === 'kvlistValue'
    ? attributesOf(given.value.value.values)
    : { value: jsonOf(given) };
}
