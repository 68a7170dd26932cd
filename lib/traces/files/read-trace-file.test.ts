import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { isAgentStep, trajectory as trajectorySchema } from '@/lib/domain/trajectory';
import { exportAtif } from '@/lib/trajectory/atif-export';
import { readTraceFile } from './read-trace-file';

const read = (document: JsonValue) => readTraceFile(JSON.stringify(document));
const inLines = (...documents: readonly JsonValue[]) =>
  documents.map((one) => JSON.stringify(one)).join('\n');

const chat: readonly JsonObject[] = [
  { role: 'system', content: 'Book flights.' },
  { role: 'user', content: 'Cancel it.' },
  {
    ...{ role: 'assistant', content: 'Looking.' },
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{"id":7}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'No flight 7.' },
  { role: 'assistant', content: 'There is none.' },
];
const steps = [
  { source: 'system', text: 'Book flights.' },
  { source: 'user', text: 'Cancel it.' },
  {
    ...{ source: 'agent', text: 'Looking.', results: [{ callId: 'c1', content: 'No flight 7.' }] },
    toolCalls: [{ id: 'c1', name: 'find', arguments: '{"id":7}' }],
  },
  { source: 'agent', text: 'There is none.' },
];

const span = (spanId: string, name: string, attributes: JsonObject) => ({
  ...{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId, name },
  ...{ startTimeUnixNano: '1700000000000000000', endTimeUnixNano: '1700000001000000000' },
  attributes: Object.entries(attributes).map(([key, value]) => ({
    key,
    value: { stringValue: String(value) },
  })),
});
const otlp = (...spans: readonly JsonObject[]): JsonObject => ({
  resourceSpans: [{ scopeSpans: [{ spans }] }],
});
const genai = (spanId: string, input: JsonValue, output: JsonValue) =>
  span(spanId, 'chat', {
    ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm1' },
    ...{ 'gen_ai.input.messages': JSON.stringify(input), 'gen_ai.output.messages': JSON.stringify(output) },
  });
const firstCall = genai('00000000000000a1', chat.slice(0, 2), chat.slice(2, 3));
const secondCall = genai('00000000000000a2', chat.slice(0, 4), chat.slice(4));

const observation = (id: string, type: string, more: JsonObject): JsonObject => ({
  ...{ id, type, traceId: 't1', parentObservationId: null, name: id, level: 'DEFAULT' },
  ...{ startTime: '2026-01-01T00:00:00.000Z', endTime: '2026-01-01T00:00:01.000Z', ...more },
});
const observations = [
  observation('root', 'SPAN', { endTime: '2026-01-01T00:00:09.000Z' }),
  observation('g1', 'GENERATION', {
    ...{ parentObservationId: 'root', model: 'm1', input: chat.slice(0, 2), output: chat[2] },
    ...{ usageDetails: { input: 20, input_cached_tokens: 5, output: 3 }, calculatedTotalCost: 0.5 },
    ...{ promptName: 'desk', promptVersion: 4 },
  }),
  observation('find', 'TOOL', {
    ...{ parentObservationId: 'root', startTime: '2026-01-01T00:00:02.000Z', input: { id: 7 } },
    output: 'No flight 7.',
  }),
  observation('g2', 'GENERATION', {
    ...{ parentObservationId: 'root', startTime: '2026-01-01T00:00:03.000Z', model: 'm1' },
    ...{ input: chat.slice(0, 4), output: { role: 'assistant', content: 'There is none.' } },
    usage: { input: 30, output: 4, total: 34, unit: 'TOKENS' },
  }),
];
const langfuse: JsonObject = {
  ...{ id: 't1', name: 'desk', sessionId: 's1', userId: 'u1', input: { question: 'Cancel it.' } },
  ...{ output: 'There is none.', observations },
  scores: [
    { name: 'right', value: 1, source: 'ANNOTATION', dataType: 'NUMERIC', comment: 'good' },
    { name: 'tone', value: 0, stringValue: 'rude', dataType: 'CATEGORICAL' },
  ],
};

const agents = {
  data: [
    { object: 'trace', id: `trace_${'a'.repeat(32)}`, workflow_name: 'desk', group_id: 's1' },
    {
      ...{ object: 'trace.span', id: `span_${'b'.repeat(24)}`, trace_id: `trace_${'a'.repeat(32)}` },
      ...{
        parent_id: null,
        started_at: '2026-01-01T00:00:00Z',
        ended_at: '2026-01-01T00:00:01Z',
        error: null,
      },
      span_data: {
        ...{ type: 'generation', model: 'm1', input: chat.slice(0, 4), output: chat.slice(4) },
        usage: { input_tokens: 30, output_tokens: 4 },
      },
    },
  ],
};

const FILES: Readonly<Record<string, readonly [JsonValue, string]>> = {
  'a list of messages': [chat, 'messages'],
  'a body with messages': [{ model: 'm1', messages: chat }, 'messages'],
  'a list of conversations': [[{ conversations: chat }], 'messages'],
  'tau-bench': [[{ task_id: 1, reward: 1, traj: chat }], 'tau'],
  'tau-bench 2': [
    {
      info: { environment_info: { policy: 'Book flights.' } },
      simulations: [
        {
          ...{ id: 'x', task_id: '1', termination_reason: 'user_stop', reward_info: { reward: 0.25 } },
          messages: chat.slice(1).map((message) =>
            message.role === 'tool'
              ? { role: 'tool', id: 'c1', content: 'No flight 7.', requestor: 'assistant' }
              : {
                  ...message,
                  ...('tool_calls' in message && {
                    tool_calls: [{ id: 'c1', name: 'find', arguments: { id: 7 } }],
                  }),
                },
          ),
        },
      ],
    },
    'tau',
  ],
  'SWE-agent': [{ history: chat, info: { exit_status: 'submitted' } }, 'sweAgent'],
  'an OTLP export': [otlp(firstCall, secondCall), 'otlp'],
  'a trace of Langfuse': [langfuse, 'langfuse'],
  'observations of Langfuse': [{ data: observations, meta: {} }, 'langfuse'],
};

describe('a file of traces', () => {
  it.each(Object.entries(FILES))('holds %s', (_name, [document, source]) => {
    const { traces, problems } = read(document);
    expect(traces).toHaveLength(1);
    const [trace] = traces;
    expect(trace).toMatchObject({ source, task: 'Cancel it.', output: 'There is none.', error: null });
    expect(trace?.trajectory.steps).toMatchObject(steps);
    expect(trace?.trajectory.steps).toHaveLength(steps.length);
    expect(trajectorySchema.parse(trace?.trajectory)).toEqual(trace?.trajectory);
    expect(problems).toEqual([]);
    expect(read(document)).toEqual(read(document));
  });

  it('holds ATIF of our own and of others, and spans of the OpenAI Agents SDK', () => {
    const { traces } = read(chat);
    const trajectory = traces[0]?.trajectory ?? expect.fail();
    expect(read(exportAtif(trajectory, 'x')).traces).toMatchObject([
      { id: 'x', source: 'atif', trajectory: { steps: trajectory.steps } },
    ]);
    const [made] = read(agents).traces;
    expect(made).toMatchObject({ source: 'openaiAgents', name: 'desk', sessionId: 's1', task: 'Cancel it.' });
    expect(made?.trajectory.steps.map(({ text }) => text)).toEqual(steps.map(({ text }) => text));
  });

  it('gives a trace the id of its document, else one of its content', () => {
    expect(read(langfuse).traces[0]?.id).toBe('t1');
    expect(read(chat).traces[0]?.id).toMatch(/^[0-9a-f]{64}$/);
    expect(read({ id: 'mine', messages: chat }).traces[0]?.id).toBe('mine');
  });

  it('takes rewards and scores as the word of the file', () => {
    const score = { by: 'file', label: null, explanation: null };
    expect(read({ task_id: 1, reward: 1, traj: chat }).traces[0]?.scores).toEqual([
      { ...score, name: 'reward', value: 1 },
    ]);
    expect(read(langfuse).traces[0]?.scores).toEqual([
      { ...score, name: 'right', value: 1, explanation: 'good' },
      { ...score, name: 'tone', value: 0, label: 'rude' },
    ]);
    expect(read({ messages: chat, score: 0.5 }).traces[0]?.scores).toEqual([
      { ...score, name: 'score', value: 0.5 },
    ]);
    expect(read({ history: chat }).traces[0]?.scores).toEqual([]);
  });

  it('takes the tokens, the cost, the prompt and the session that Langfuse has', () => {
    const [trace] = read(langfuse).traces;
    expect(trace).toMatchObject({
      sessionId: 's1',
      userId: 'u1',
      name: 'desk',
      prompt: { name: 'desk', version: '4' },
    });
    expect(trace?.trajectory.steps.filter(isAgentStep).map(({ metrics }) => metrics)).toMatchObject([
      { tokensIn: 25, tokensOut: 3, tokensCached: 5, costUsd: 0.5 },
      { tokensIn: 30, tokensOut: 4, costUsd: null },
    ]);
  });

  it('may have a document a line, whose spans belong together', () => {
    const { traces, saw } = readTraceFile(inLines(otlp(secondCall), { messages: chat }, otlp(firstCall)));
    expect(traces.map(({ source }) => source)).toEqual(['otlp', 'messages']);
    expect(traces[0]?.trajectory.steps).toMatchObject(steps);
    expect(saw).toEqual({ 'an OTLP export': 2, 'a conversation': 1 });
  });

  it('has one trace where each document repeats the conversation so far', () => {
    const { traces, saw } = read([{ messages: chat.slice(0, 3) }, { messages: chat }]);
    expect(traces).toHaveLength(1);
    expect(traces[0]?.trajectory.steps).toHaveLength(steps.length);
    expect(saw).toEqual({ 'a conversation': 2 });
  });

  it('names the line and the field of what is damaged, and keeps the rest', () => {
    const text = [
      JSON.stringify({ messages: chat }),
      '{"messages": [',
      JSON.stringify({ schema_version: 'ATIF-v1.4', steps: 5 }),
      JSON.stringify({ traj: [] }),
      JSON.stringify({ weather: 'fine' }),
      JSON.stringify(otlp({ ...firstCall, spanId: 'x' })),
      JSON.stringify(otlp({ ...firstCall, name: 5 })),
    ].join('\n');
    const { traces, problems } = readTraceFile(text);
    expect(traces).toHaveLength(1);
    expect(problems).toEqual([
      expect.stringMatching(/^Line 2 is not JSON .* and was left out\.$/),
      'Line 3: the field "steps" is not a list.',
      'Line 4: the fields "traj" and "messages" hold no message.',
      'Line 5: it is an object with the fields "weather", and no format that is known.',
      'Line 6: 1 of 1 records lack a trace id of 16 bytes and a span id of 8.',
      expect.stringMatching(/^Line 7: The body is not OTLP JSON: .*name/),
    ]);
  });

  it.each([
    ['no text', '', 'The file is not JSON'],
    ['no JSON', 'hello', 'The file is not JSON'],
    ['a number', '5', 'The value is no object, so it is no trace.'],
    ['an empty list', '[]', 'It is empty.'],
    [
      'another document',
      '{"rows":[1]}',
      'It is an object with the fields "rows", and no format that is known.',
    ],
    ['no message', '{"messages":[]}', 'The field "messages" holds no message.'],
  ])('is refused where it holds %s', (_what, text, sentence) => {
    expect(() => readTraceFile(text)).toThrow(
      expect.objectContaining({ code: 'IMPORT_REJECTED', message: expect.stringContaining(sentence) }),
    );
  });
});
