import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/domain/json';
import { LogsAnswerSchema, TracesAnswerSchema, TracesRequestSchema } from './generated/otlp_pb';
import { readOtlp } from './read-otlp';
import { writeOtlpAnswer } from './write-answer';

const TRACE = '0AF7651916cd43dd8448eb211c80319c';
const bytesOf = (value: JsonValue) => new TextEncoder().encode(JSON.stringify(value));
const readJson = (value: JsonValue, signal: 'traces' | 'logs' = 'traces') =>
  readOtlp({ signal, encoding: 'json', body: bytesOf(value) });

const span = {
  traceId: TRACE,
  spanId: 'B7ad6b7169203331',
  name: 'chat',
  startTimeUnixNano: '1700000000000123456',
};
const inTraces = (...spans: JsonValue[]): JsonValue => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'desk' } }] },
      scopeSpans: [{ scope: { name: 'kit' }, spans }],
    },
  ],
});

const nested = (depth: number): JsonValue =>
  depth === 0 ? { intValue: 1 } : { arrayValue: { values: [nested(depth - 1)] } };

describe('an OTLP request', () => {
  it('gives spans with hex ids in lower case, times in milliseconds and attributes as JSON', () => {
    const attributes = [
      { key: 'text', value: { stringValue: 'a' } },
      { key: 'count', value: { intValue: '7' } },
      { key: 'number', value: { intValue: 8 } },
      { key: 'large', value: { intValue: '9223372036854775807' } },
      { key: 'share', value: { doubleValue: 0.5 } },
      { key: 'yes', value: { boolValue: true } },
      { key: 'list', value: { arrayValue: { values: [{ intValue: 1 }, { stringValue: 'b' }] } } },
      { key: 'map', value: { kvlistValue: { values: [{ key: 'k', value: { boolValue: false } }] } } },
      { key: 'bytes', value: { bytesValue: 'AQI=' } },
      { key: 'nothing' },
    ];
    const events = [{ name: 'e', timeUnixNano: 1_700_000_000_500_000_000, attributes: [] }];
    const whole = {
      ...{ ...span, parentSpanId: '0000000000000000', endTimeUnixNano: '1700000000002000000' },
      ...{ attributes, events, status: { code: 2, message: 'no' }, flags: 257, unknownField: [1] },
    };
    expect(readJson(inTraces(whole))).toEqual({
      records: [
        {
          ...{
            kind: 'span',
            traceId: TRACE.toLowerCase(),
            spanId: 'b7ad6b7169203331',
            parentId: null,
            name: 'chat',
          },
          ...{
            startMs: 1_700_000_000_000.123,
            endMs: 1_700_000_000_002,
            status: 'error',
            statusMessage: 'no',
          },
          ...{ scope: 'kit', resource: { 'service.name': 'desk' } },
          attributes: {
            ...{ text: 'a', count: 7, number: 8, large: '9223372036854775807', share: 0.5, yes: true },
            ...{ list: [1, 'b'], map: { k: false }, bytes: 'AQI=', nothing: null },
          },
          events: [{ name: 'e', atMs: 1_700_000_000_500, attributes: {} }],
        },
      ],
      ...{ rejected: 0, reason: '' },
    });
  });

  it('gives the same records from Protobuf, and a span without an end has none', () => {
    const id = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
    const message = create(TracesRequestSchema, {
      resourceSpans: [
        {
          resource: {
            attributes: [{ key: 'service.name', value: { value: { case: 'stringValue', value: 'desk' } } }],
          },
          scopeSpans: [
            { scope: { name: 'kit' }, spans: [{ ...span, traceId: id(TRACE), spanId: id(span.spanId) }] },
          ],
        },
      ],
    });
    const body = toBinary(TracesRequestSchema, message);
    const read = readOtlp({ signal: 'traces', encoding: 'protobuf', body });
    expect(read).toEqual(readJson(inTraces(span)));
    expect(read.records).toMatchObject([{ endMs: null, parentId: null }]);
  });

  it('rejects and counts spans with bad ids, and keeps the others', () => {
    const bad = [
      { ...span, traceId: 'xyz' },
      { ...span, traceId: '' },
      { ...span, traceId: '0'.repeat(32) },
      { ...span, spanId: 'b7ad' },
      { ...span, parentSpanId: 'b7' },
      { name: 'none' },
    ];
    const read = readJson(inTraces(...bad, span));
    expect(read.records).toHaveLength(1);
    expect(read.rejected).toBe(6);
    expect(read.reason).toBe('6 of 7 records lack a trace id of 16 bytes and a span id of 8.');
  });

  it('gives log records with the name of their event, from the field or the attribute', () => {
    const log = { traceId: TRACE, timeUnixNano: '0', observedTimeUnixNano: '1700000000000000000' };
    const logs: JsonValue = {
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                { ...log, eventName: 'said', body: { stringValue: 'hi' } },
                {
                  ...{ ...log, spanId: 'b7ad6b7169203331' },
                  attributes: [{ key: 'event.name', value: { stringValue: 'older' } }],
                  body: { kvlistValue: { values: [{ key: 'k', value: { intValue: 1 } }] } },
                },
                { ...log, traceId: '' },
              ],
            },
          ],
        },
      ],
    };
    expect(readJson(logs, 'logs')).toMatchObject({
      records: [
        { kind: 'log', name: 'said', spanId: '', atMs: 1_700_000_000_000, body: { value: 'hi' } },
        { name: 'older', spanId: 'b7ad6b7169203331', body: { k: 1 } },
      ],
      rejected: 1,
      reason: '1 of 3 records lack the id of a trace.',
    });
  });

  it.each([
    ['json', new TextEncoder().encode('{"resourceSpans":[')],
    ['json', bytesOf('text')],
    ['json', bytesOf({ resourceSpans: 5 })],
    ['json', bytesOf(inTraces({ ...span, name: 5 }))],
    ['json', new TextEncoder().encode(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
    ['json', bytesOf(inTraces({ ...span, attributes: [{ key: 'a', value: nested(500) }] }))],
    ['protobuf', new Uint8Array([10, 200, 1])],
    ['protobuf', new TextEncoder().encode('{"resourceSpans":[]}')],
  ] as const)('is refused with a sentence where its %s cannot be read', (encoding, body) => {
    expect(() => readOtlp({ signal: 'traces', encoding, body })).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        message: expect.stringMatching(/^The body is not OTLP .*\.$/),
      }),
    );
  });

  it('is answered with what was rejected, and with nothing where all was taken', () => {
    const none = { rejected: 0, reason: '' };
    const some = { rejected: 2, reason: 'Two.' };
    const json = (...given: Parameters<typeof writeOtlpAnswer>) =>
      JSON.parse(new TextDecoder().decode(writeOtlpAnswer(...given)));
    expect(json('traces', 'json', none)).toEqual({});
    expect(json('traces', 'json', some)).toEqual({
      partialSuccess: { rejectedSpans: '2', errorMessage: 'Two.' },
    });
    expect(json('logs', 'json', some)).toEqual({
      partialSuccess: { rejectedLogRecords: '2', errorMessage: 'Two.' },
    });
    expect(writeOtlpAnswer('traces', 'protobuf', none)).toHaveLength(0);
    expect(
      fromBinary(TracesAnswerSchema, writeOtlpAnswer('traces', 'protobuf', some)).partialSuccess,
    ).toMatchObject({
      rejectedSpans: '2',
    });
    expect(
      fromBinary(LogsAnswerSchema, writeOtlpAnswer('logs', 'protobuf', some)).partialSuccess,
    ).toMatchObject({
      rejectedLogRecords: '2',
    });
  });
});
