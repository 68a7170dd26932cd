import { context, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attribute, chatSpan, idOf, post, traceBody } from './testing/post-spans';
import { openTraceBench, type TraceBench } from './testing/trace-bench';

/** Real exporters and raw requests at the real doors, over a real database. */
let bench: TraceBench;
beforeAll(async () => {
  bench = await openTraceBench();
});
afterAll(() => bench.close());

const partsOf = (workspaceId: string) => bench.database.db.tracePart.findMany({ where: { workspaceId } });
const tracesOf = (workspaceId: string) =>
  bench.database.db.trace.findMany({ where: { workspaceId }, orderBy: { id: 'asc' } });
const storedText = async (workspaceId: string) => {
  const { gunzipSync } = await import('node:zlib');
  return (await partsOf(workspaceId)).map(({ body }) => gunzipSync(body ?? '').toString()).join('\n');
};

const EXPORTERS = [
  ['JSON', JsonExporter, 'none'],
  ['JSON with gzip', JsonExporter, 'gzip'],
  ['Protobuf', ProtobufExporter, 'none'],
  ['Protobuf with gzip', ProtobufExporter, 'gzip'],
] as const;

describe("OpenTelemetry's own exporter", () => {
  it.each(EXPORTERS)('sends %s, and its spans become one trace', async (_name, Exporter, compression) => {
    const { id, key } = await bench.addWorkspace();
    const exporter = new Exporter({
      url: `${bench.origin}/otlp/v1/traces`,
      headers: { authorization: `Bearer ${key}` },
      // An enum of a package that is not ours to name.
      compression: compression as never,
    });
    const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
    const tracer = provider.getTracer('kit');
    const root = tracer.startSpan('answer', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
    for (const model of ['m-1', 'm-2']) {
      const attributes = {
        ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model },
        'gen_ai.input.messages': JSON.stringify([
          { role: 'user', parts: [{ type: 'text', content: 'How many legs?' }] },
        ]),
        'gen_ai.usage.input_tokens': 7,
      };
      tracer.startSpan('chat', { attributes }, trace.setSpan(context.active(), root)).end();
    }
    root.end();
    await provider.forceFlush();
    await provider.shutdown();
    await bench.assemble();
    expect(await tracesOf(id)).toMatchObject([
      { state: 'complete', modelCalls: 2, models: ['m-1', 'm-2'], tokensIn: 14, task: 'How many legs?' },
    ]);
  });
});

describe('the doors of traces', () => {
  it('take a key as Bearer or X-API-Key, and refuse all others with a sentence', async () => {
    const { id, key } = await bench.addWorkspace();
    const runner = await bench.addKey(id, ['rollouts:run']);
    const body = traceBody([chatSpan(0, 0, 'Hi')]);
    expect((await post(bench.origin, body, { key })).status).toBe(200);
    expect((await post(bench.origin, body, { headers: { 'x-api-key': key } })).status).toBe(200);
    for (const [wrong, status] of [
      [{}, 401],
      [{ key: 'wgl_unknown' }, 401],
      [{ key: runner }, 403],
    ] as const) {
      const refused = await post(bench.origin, body, wrong);
      expect(refused.status).toBe(status);
      expect(await refused.json()).toMatchObject({
        code: expect.any(Number),
        message: expect.stringMatching(/\.$/),
      });
    }
  });

  it('answer in the encoding of the request, a refusal as a status', async () => {
    const { key } = await bench.addWorkspace();
    const type = 'application/x-protobuf';
    const fine = await post(bench.origin, new Uint8Array(0), { key, type });
    expect([fine.status, fine.headers.get('content-type'), (await fine.bytes()).length]).toEqual([
      200,
      type,
      0,
    ]);
    const bad = await post(bench.origin, new Uint8Array([10, 200, 1]), { key, type });
    expect([bad.status, bad.headers.get('content-type')]).toEqual([400, type]);
    const [tag, code] = await bad.bytes();
    expect([tag, code]).toEqual([8, 3]);
    const json = await post(bench.origin, '{"resourceSpans":', { key });
    expect([json.status, await json.json()]).toMatchObject([400, { code: 3 }]);
    expect((await post(bench.origin, 'x', { key, type: 'text/plain' })).status).toBe(415);
    expect((await post(bench.origin, '{}', { key, headers: { 'content-encoding': 'br' } })).status).toBe(415);
    expect((await post(bench.origin, '{}', { key, headers: { 'content-encoding': 'gzip' } })).status).toBe(
      400,
    );
  });

  it('refuse what is too large, also once it is unpacked, and store nothing of it', async () => {
    const { id, key } = await bench.addWorkspace();
    const bomb = ' '.repeat(65_000_000);
    expect((await post(bench.origin, bomb, { key, gzip: true })).status).toBe(413);
    const sent = await post(bench.origin, bomb.slice(0, 33_000_000), { key }).catch(() => null);
    expect(sent === null || sent.status === 413).toBe(true);
    expect(await partsOf(id)).toEqual([]);
  });

  it('keep the good spans of a request and count the others', async () => {
    const { id, key } = await bench.addWorkspace();
    const bad = { ...chatSpan(0, 1, 'Bad'), traceId: 'no-id' };
    const answer = await post(bench.origin, traceBody([chatSpan(0, 0, 'Good'), bad]), { key });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { partialSuccess: { rejectedSpans: '1' } },
    ]);
    expect(await partsOf(id)).toMatchObject([{ records: 1 }]);
  });

  it('store a trace once, however often and in whatever order its spans come', async () => {
    const { id, key } = await bench.addWorkspace();
    const root = chatSpan(0, 0, 'First?', { name: 'answer', attributes: [] });
    const child = (span: number) => chatSpan(0, span, `Question ${span}?`, { parentSpanId: root.spanId });
    for (const spans of [[child(2)], [root], [child(1)], [child(2), child(1)], [root]])
      expect((await post(bench.origin, traceBody(spans), { key })).status).toBe(200);
    await bench.assemble();
    const [first, ...more] = await tracesOf(id);
    expect([first?.modelCalls, more]).toEqual([2, []]);
    expect((await post(bench.origin, traceBody([child(3), child(2)]), { key })).status).toBe(200);
    await bench.assemble();
    expect(await tracesOf(id)).toMatchObject([{ modelCalls: 3, trajectoryHash: expect.any(String) }]);
  });

  it('take log records of a trace: messages and judgements', async () => {
    const { id, key } = await bench.addWorkspace();
    await post(bench.origin, traceBody([chatSpan(0, 0, 'Hi?')]), { key });
    const record = {
      ...{ traceId: idOf(0, 32), spanId: idOf(0, 16), eventName: 'gen_ai.evaluation.result' },
      attributes: [
        attribute('gen_ai.evaluation.name', 'right'),
        { key: 'gen_ai.evaluation.score.value', value: { doubleValue: 0.75 } },
      ],
    };
    const body = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] });
    expect((await post(bench.origin, body, { key, door: 'logs' })).status).toBe(200);
    await bench.assemble();
    expect(await tracesOf(id)).toMatchObject([{ score: 0.75, scoredBy: 'event' }]);
  });

  it('take batches of the OpenAI Agents SDK', async () => {
    const { id, key } = await bench.addWorkspace();
    const traceId = `trace_${'c'.repeat(32)}`;
    const timed = {
      started_at: '2026-11-26T10:00:00.000Z',
      ended_at: '2026-11-26T10:00:02.000Z',
      error: null,
    };
    const span = { object: 'trace.span', trace_id: traceId, ...timed };
    const generation = {
      ...{ type: 'generation', model: 'm-1', usage: { input_tokens: 5, output_tokens: 2 } },
      input: [{ role: 'user', content: 'How many legs?' }],
      output: [{ role: 'assistant', content: 'Six.' }],
    };
    const data = [
      { object: 'trace', id: traceId, workflow_name: 'Desk', group_id: null, metadata: null },
      { ...span, id: 'span_1', parent_id: null, span_data: { type: 'agent', name: 'Clerk', tools: [] } },
      { ...span, id: 'span_2', parent_id: 'span_1', span_data: generation },
      { ...span, id: 'span_3', trace_id: 'trace_\u0000', parent_id: null, span_data: generation },
    ];
    const door = 'openai-agents';
    const answer = await post(bench.origin, JSON.stringify({ data }), { key, door });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { partialSuccess: { rejectedSpans: '1' } },
    ]);
    expect((await post(bench.origin, '{"spans":[]}', { key, door })).status).toBe(400);
    expect((await post(bench.origin, '', { key, door, type: 'application/x-protobuf' })).status).toBe(415);
    await bench.assemble();
    expect(await tracesOf(id)).toMatchObject([
      { source: 'openaiAgents', modelCalls: 1, tokensIn: 5, task: 'How many legs?', state: 'complete' },
    ]);
  });

  it('keep workspaces apart', async () => {
    const [one, other] = [await bench.addWorkspace(), await bench.addWorkspace()];
    await post(bench.origin, traceBody([chatSpan(0, 0, 'Mine?')]), { key: one.key });
    await post(bench.origin, traceBody([chatSpan(0, 0, 'Yours?')]), { key: other.key });
    await bench.assemble();
    expect(await tracesOf(one.id)).toMatchObject([{ task: 'Mine?' }]);
    expect(await tracesOf(other.id)).toMatchObject([{ task: 'Yours?' }]);
  });
});

describe('the policy of a workspace', () => {
  const SECRET = 'Write to anna@example.org about +49 170 1234567.';
  const withPolicy = async (data: { privacy?: string; keepsContent?: boolean }) => {
    const workspace = await bench.addWorkspace();
    await bench.database.db.tracePolicy.create({ data: { workspaceId: workspace.id, ...data } });
    return workspace;
  };

  it('masks by default, the same value alike in all requests of a trace', async () => {
    const { id, key } = await bench.addWorkspace();
    for (const span of [0, 1])
      await post(bench.origin, traceBody([chatSpan(0, span, `Line.\n${SECRET}`)]), { key });
    const text = await storedText(id);
    expect(text).not.toContain('anna');
    expect(text).not.toContain('1234567');
    expect(new Set(text.match(/\[EMAIL_\d+\]/g)).size).toBe(1);
    await bench.assemble();
    expect(await tracesOf(id)).toMatchObject([
      { task: 'Line.\nWrite to [EMAIL_1] about [PHONE_1].', modelCalls: 2 },
    ]);
  });

  it('drops records with private values and counts them', async () => {
    const { id, key } = await withPolicy({ privacy: 'drop' });
    const answer = await post(bench.origin, traceBody([chatSpan(0, 0, SECRET), chatSpan(0, 1, 'Hi?')]), {
      key,
    });
    expect(await answer.json()).toMatchObject({ partialSuccess: { rejectedSpans: '1' } });
    expect(await partsOf(id)).toMatchObject([{ records: 1 }]);
  });

  it('refuses a request with private values, and names the record and nothing of it', async () => {
    const { id, key } = await withPolicy({ privacy: 'refuse' });
    const answer = await post(bench.origin, traceBody([chatSpan(0, 0, 'Hi?'), chatSpan(0, 1, SECRET)]), {
      key,
    });
    const { message } = (await answer.json()) as { message: string };
    expect(answer.status).toBe(400);
    expect(message).toContain('Record 2 of 2');
    expect(message).not.toContain('anna');
    expect(await partsOf(id)).toEqual([]);
  });

  it('leaves texts of messages out and keeps numbers and names', async () => {
    const { id, key } = await withPolicy({ keepsContent: false });
    await post(bench.origin, traceBody([chatSpan(0, 0, 'How many legs?')]), { key });
    expect(await storedText(id)).not.toContain('legs');
    await bench.assemble();
    expect(await tracesOf(id)).toMatchObject([{ models: ['m-1'], modelCalls: 1, task: '', service: 'desk' }]);
  });

  it('masks what all spans of a process share and leaves no span out for it', async () => {
    const { id, key } = await withPolicy({ privacy: 'drop' });
    const shared = [attribute('host.ip', '203.0.113.7')];
    const answer = await post(bench.origin, traceBody([chatSpan(0, 0, 'Hi?')], shared), { key });
    expect(await answer.json()).toEqual({});
    expect(await storedText(id)).not.toContain('203.0.113.7');
  });
});
