import { create, type DescMessage, type MessageShape, toBinary, toJsonString } from '@bufbuild/protobuf';
import type { OtlpEncoding } from './decode-request';
import { LogsAnswerSchema, TracesAnswerSchema } from './generated/otlp_pb';
import type { OtlpRecords, OtlpSignal } from './read-otlp';

/** The answer to an OTLP/HTTP request. It names what was rejected, and is empty where all was taken. */
export function writeOtlpAnswer(
  signal: OtlpSignal,
  encoding: OtlpEncoding,
  { rejected, reason }: Pick<OtlpRecords, 'rejected' | 'reason'>,
): Uint8Array {
  const count = String(rejected);
  const isWhole = rejected === 0 && reason === '';
  if (signal === 'logs') {
    const partialSuccess = { rejectedLogRecords: count, errorMessage: reason };
    return encode(LogsAnswerSchema, encoding, create(LogsAnswerSchema, isWhole ? {} : { partialSuccess }));
  }
  const partialSuccess = { rejectedSpans: count, errorMessage: reason };
  return encode(TracesAnswerSchema, encoding, create(TracesAnswerSchema, isWhole ? {} : { partialSuccess }));
}

function encode<Schema extends DescMessage>(
  schema: Schema,
  encoding: OtlpEncoding,
  answer: MessageShape<Schema>,
): Uint8Array {
  return encoding === 'protobuf'
    ? toBinary(schema, answer)
    : new TextEncoder().encode(toJsonString(schema, answer));
}
