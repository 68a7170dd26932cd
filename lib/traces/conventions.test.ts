import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { TraceRecord } from '@/lib/domain/trace-span';
import { isAgentStep, trajectory as trajectorySchema } from '@/lib/domain/trajectory';
import { assembleTrace } from './assemble-trace';
import { flattened, logOf, spanOf } from './testing/span-builders';

/** One conversation in every convention: a tool, its result, an answer. */
const SYSTEM = 'Book flights.';
const TASK = 'Cancel it.';
const CALL = { id: 'c1', name: 'find', input: { id: 7 }, json: '{"id":7}' };
const FOUND = 'No flight 7.';
const ANSWER = 'There is none.';
const DEFINITION = { name: 'find', description: 'Finds.', parameters: { type: 'object' } };

const chatAsked: JsonValue[] = [
  { role: 'system', content: SYSTEM },
  { role: 'user', content: TASK },
];
const chatCalled = {
  ...{ role: 'assistant', content: 'Looking.' },
  tool_calls: [{ id: CALL.id, type: 'function', function: { name: CALL.name, arguments: CALL.json } }],
};
const chatFound = { role: 'tool', tool_call_id: CALL.id, content: FOUND };
const chatSaid = { role: 'assistant', content: ANSWER };

const part = (content: string) => ({ type: 'text', content });
const genaiAsked = [{ role: 'user', parts: [part(TASK)] }];
const toolPart = { type: 'tool_call', id: CALL.id, name: CALL.name, arguments: CALL.input };
const genaiCalled = { role: 'assistant', parts: [part('Looking.'), toolPart], finish_reason: 'tool_call' };
const genaiFound = { role: 'tool', parts: [{ type: 'tool_call_response', id: CALL.id, response: FOUND }] };
const genaiSaid = { role: 'assistant', parts: [part(ANSWER)], finish_reason: 'stop' };

const text = (value: JsonValue) => JSON.stringify(value);
const asIs = (value: JsonValue) => value;
const genaiHead = {
  ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'asked', 'gen_ai.response.model': 'm1' },
  ...{ 'gen_ai.usage.input_tokens': 30, 'gen_ai.usage.output_tokens': 4 },
  ...{ 'gen_ai.usage.cache_read.input_tokens': 5, 'gen_ai.response.finish_reasons': ['stop'] },
};
const genaiTold = (write: (value: JsonValue) => JsonValue): [JsonObject, JsonObject] => {
  const head = {
    'gen_ai.system_instructions': write([part(SYSTEM)]),
    'gen_ai.tool.definitions': write([{ type: 'function', ...DEFINITION }]),
  };
  const said = (input: JsonValue, output: JsonValue) => ({
    ...{ ...head, 'gen_ai.input.messages': write(input), 'gen_ai.output.messages': write(output) },
  });
  return [said(genaiAsked, [genaiCalled]), said([...genaiAsked, genaiCalled, genaiFound], [genaiSaid])];
};

/** The records of the two calls, told in attributes. */
const inSpans = (first: JsonObject, second: JsonObject, head: JsonObject): TraceRecord[] => [
  spanOf({ spanId: 'a', parentId: 'root', at: 10, attributes: { ...head, ...first } }),
  spanOf({ spanId: 'b', parentId: 'root', at: 30, attributes: { ...head, ...second } }),
];
const eventsOf = (messages: readonly JsonValue[], output: JsonValue) =>
  [
    ...messages.map((message) => [`gen_ai.${(message as JsonObject).role}.message`, message] as const),
    ['gen_ai.choice', { index: 0, finish_reason: 'stop', message: output }] as const,
  ].map(([name, body], index) => ({ name, at: 10 + index, body: body as JsonObject }));
const olderHead = {
  ...{ 'gen_ai.system': 'openai', 'gen_ai.request.model': 'm1' },
  ...{ 'gen_ai.usage.prompt_tokens': 30, 'gen_ai.usage.completion_tokens': 4 },
};
const older: readonly [readonly JsonValue[], JsonValue][] = [
  [chatAsked, chatCalled],
  [[...chatAsked, chatCalled, { ...chatFound, id: CALL.id }], chatSaid],
];
const aiHead = {
  ...{ 'ai.operationId': 'ai.generateText.doGenerate', 'ai.response.model': 'm1' },
  ...{ 'ai.usage.inputTokens': 30, 'ai.usage.outputTokens': 4, 'ai.response.finishReason': 'stop' },
  'ai.prompt.tools': [
    text({ type: 'function', ...DEFINITION, parameters: undefined, inputSchema: { type: 'object' } }),
  ],
};
const aiAsked = [
  { role: 'system', content: SYSTEM },
  { role: 'user', content: [{ type: 'text', text: TASK }] },
];
const aiCall = { type: 'tool-call', toolCallId: CALL.id, toolName: CALL.name, input: CALL.input };
const aiFound = { ...aiCall, type: 'tool-result', output: { type: 'text', value: FOUND } };
const inference = (messages: readonly JsonValue[], output: JsonValue) => {
  const written = (message: JsonValue) => {
    const { tool_calls, ...rest } = message as { readonly tool_calls?: readonly JsonValue[] };
    return {
      message: { ...rest, ...(tool_calls && { tool_calls: tool_calls.map((tool_call) => ({ tool_call })) }) },
    };
  };
  return {
    ...flattened('llm.input_messages', messages.map(written) as JsonValue),
    ...flattened('llm.output_messages', [written(output)] as JsonValue),
  };
};
const inferenceHead = {
  ...{ 'openinference.span.kind': 'LLM', 'llm.model_name': 'm1', 'llm.cost.total': 0.25 },
  ...{ 'llm.token_count.prompt': 30, 'llm.token_count.completion': 4 },
  'llm.tools.0.tool.json_schema': text({ type: 'function', function: DEFINITION }),
};

const CONVENTIONS: Readonly<Record<string, readonly TraceRecord[]>> = {
  'GenAI, as JSON text': inSpans(...genaiTold(text), genaiHead),
  'GenAI, structured': inSpans(...genaiTold(asIs), genaiHead),
  'GenAI, in log records': [
    ...inSpans({}, {}, genaiHead),
    ...genaiTold(asIs).map((attributes, index) =>
      logOf(['a', 'b'][index] ?? '', 'gen_ai.client.inference.operation.details', { attributes, at: index }),
    ),
  ],
  'GenAI, in events of spans': inSpans({}, {}, genaiHead).map((record, index) => ({
    ...record,
    events: [
      {
        name: 'gen_ai.client.inference.operation.details',
        atMs: 0,
        attributes: genaiTold(text)[index] ?? {},
      },
    ],
  })) as TraceRecord[],
  'older GenAI, numbered': inSpans(
    { ...flattened('gen_ai.prompt', chatAsked), ...flattened('gen_ai.completion', [chatCalled]) },
    {
      ...flattened('gen_ai.prompt', [...chatAsked, chatCalled, chatFound]),
      ...flattened('gen_ai.completion', [chatSaid]),
    },
    olderHead,
  ),
  'older GenAI, events of spans': inSpans({}, {}, olderHead).map((record, index) => ({
    ...record,
    events: eventsOf(older[index]?.[0] ?? [], older[index]?.[1] ?? {}).map(({ name, at, body }) => ({
      name,
      atMs: at,
      attributes: body,
    })),
  })) as TraceRecord[],
  'older GenAI, log records': [
    ...inSpans({}, {}, olderHead),
    ...older.flatMap((told, index) =>
      eventsOf(told[0], told[1]).map(({ name, at, body }) =>
        logOf(['a', 'b'][index] ?? '', name, { body, at }),
      ),
    ),
  ],
  OpenInference: inSpans(
    inference(chatAsked, chatCalled),
    inference([...chatAsked, chatCalled, chatFound], chatSaid),
    inferenceHead,
  ),
  'the AI SDK': inSpans(
    {
      ...{ 'ai.prompt.messages': text(aiAsked), 'ai.response.text': 'Looking.' },
      'ai.response.toolCalls': text([{ ...aiCall, input: CALL.json }]),
    },
    {
      'ai.prompt.messages': text([
        ...aiAsked,
        { role: 'assistant', content: [{ type: 'text', text: 'Looking.' }, aiCall] },
        { role: 'tool', content: [aiFound] },
      ]),
      'ai.response.text': ANSWER,
    },
    aiHead,
  ),
};

const steps = [
  { source: 'system', text: SYSTEM },
  { source: 'user', text: TASK },
  {
    ...{ source: 'agent', text: 'Looking.', model: 'm1', branch: 0, atMs: 10 },
    toolCalls: [{ id: CALL.id, name: CALL.name, arguments: CALL.json }],
    results: [{ callId: CALL.id, content: FOUND, isError: false }],
    metrics: { tokensIn: 30, tokensOut: 4, delayMs: 10, by: 'agent' },
  },
  { source: 'agent', text: ANSWER, toolCalls: [], results: [], branch: 0, atMs: 30 },
];

describe('a trace in the convention of', () => {
  it.each(Object.entries(CONVENTIONS))('%s is the conversation that the agent had', (_name, records) => {
    const root = spanOf({ spanId: 'root', took: 60, name: 'answer' });
    const trace = assembleTrace([root, ...records]);
    expect(trace.trajectory.steps).toMatchObject(steps);
    expect(trace.trajectory.steps).toHaveLength(steps.length);
    expect(trajectorySchema.parse(trace.trajectory)).toEqual(trace.trajectory);
    expect(trace).toMatchObject({
      task: TASK,
      output: ANSWER,
      isComplete: true,
      error: null,
      service: 'desk',
    });
    expect(assembleTrace([...records, root, ...records].reverse())).toEqual(trace);
  });

  it.each(['GenAI, as JSON text', 'OpenInference', 'the AI SDK'])(
    '%s has the definitions of its tools',
    (name) => {
      const { tools } = assembleTrace(CONVENTIONS[name] ?? []).trajectory;
      expect(tools).toEqual([{ ...DEFINITION, parameters: text(DEFINITION.parameters) }]);
    },
  );

  it('OpenInference has the cost of each call, and GenAI the cached tokens', () => {
    const metrics = (name: string) =>
      assembleTrace(CONVENTIONS[name] ?? []).trajectory.steps.filter(isAgentStep)[0]?.metrics;
    expect(metrics('OpenInference')).toMatchObject({ costUsd: 0.25, tokensCached: 0 });
    expect(metrics('GenAI, structured')).toMatchObject({ costUsd: null, tokensCached: 5 });
  });
});
