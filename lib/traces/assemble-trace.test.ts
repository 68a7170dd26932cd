import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/domain/json';
import type { TraceRecord } from '@/lib/domain/trace-span';
import { isAgentStep, trajectory as trajectorySchema } from '@/lib/domain/trajectory';
import { assembleTrace } from './assemble-trace';
import { logOf, type SpanGiven, spanOf } from './testing/span-builders';

const told = (role: string, content: string, calls: readonly string[] = []) => ({
  role,
  parts: [
    ...(content === '' ? [] : [{ type: 'text', content }]),
    ...calls.map((id) => ({ type: 'tool_call', id, name: 'find', arguments: { id } })),
  ],
});
const found = (id: string, response: string) => ({
  role: 'tool',
  parts: [{ type: 'tool_call_response', id, response }],
});
const chat = (
  input: readonly JsonObject[],
  output: JsonObject | null,
  more: JsonObject = {},
): JsonObject => ({
  ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm1', 'gen_ai.input.messages': input },
  ...{ 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 2 },
  ...(output === null ? {} : { 'gen_ai.output.messages': [output] }),
  ...more,
});
const tool = (given: SpanGiven, told: JsonObject = {}) =>
  spanOf({
    ...given,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'find', ...told },
  });
const agent = (given: SpanGiven, told: JsonObject = {}) =>
  spanOf({ ...given, attributes: { 'gen_ai.operation.name': 'invoke_agent', ...told } });

const asked = [told('system', 'Help.'), told('user', 'Where is it?')];
const called = told('assistant', 'I look.', ['c1', 'c2']);
const results = [found('c1', 'here'), found('c2', 'there')];

/** An agent with two calls and two tools; the second tool starts a subagent. */
const whole: readonly TraceRecord[] = [
  agent({ spanId: 'root', took: 100 }, { 'gen_ai.agent.name': 'desk', 'gen_ai.usage.input_tokens': 999 }),
  spanOf({ spanId: 'a', parentId: 'root', at: 1, attributes: chat(asked, called) }),
  tool({ spanId: 't1', parentId: 'root', at: 20, took: 5 }, { 'gen_ai.tool.call.id': 'c1' }),
  tool({ spanId: 't2', parentId: 'root', at: 20, took: 30 }, { 'gen_ai.tool.call.id': 'c2' }),
  agent({ spanId: 'sub', parentId: 't2', at: 21, took: 20 }),
  spanOf({
    ...{ spanId: 's', parentId: 'sub', at: 22 },
    attributes: chat([told('system', 'Search.'), told('user', 'c2')], told('assistant', 'there')),
  }),
  spanOf({
    ...{ spanId: 'b', parentId: 'root', at: 60 },
    attributes: chat([...asked, called, ...results], told('assistant', 'Here and there.')),
  }),
  logOf('b', 'gen_ai.evaluation.result', {
    attributes: { 'gen_ai.evaluation.name': 'right', 'gen_ai.evaluation.score.value': 0.5 },
  }),
];

const agentSteps = (records: readonly TraceRecord[]) =>
  assembleTrace(records).trajectory.steps.filter(isAgentStep);

describe('a trace', () => {
  it('has a step for each call, a branch for a subagent, and counts no tokens twice', () => {
    const trace = assembleTrace(whole);
    const { steps, branches } = trace.trajectory;
    expect(steps.map(({ source, branch, text }) => [source, branch, text])).toEqual([
      ['system', 0, 'Help.'],
      ['user', 0, 'Where is it?'],
      ['agent', 0, 'I look.'],
      ['system', 1, 'Search.'],
      ['user', 1, 'c2'],
      ['agent', 1, 'there'],
      ['agent', 0, 'Here and there.'],
    ]);
    expect(branches).toHaveLength(2);
    expect(steps[2]).toMatchObject({ results: [{ content: 'here' }, { content: 'there' }] });
    expect(steps.filter(isAgentStep).reduce((sum, { metrics }) => sum + metrics.tokensIn, 0)).toBe(30);
    expect(trace).toMatchObject({ task: 'Where is it?', output: 'Here and there.', unread: {} });
    expect(trace.scores).toEqual([
      { name: 'right', by: 'event', value: 0.5, label: null, explanation: null },
    ]);
    expect(trajectorySchema.parse(trace.trajectory)).toEqual(trace.trajectory);
  });

  it('is the same in any order of its records, and with any of them doubled', () => {
    const expected = assembleTrace(whole);
    const doubled = fc
      .subarray([...whole])
      .chain((again) =>
        fc.shuffledSubarray([...whole, ...again], { minLength: whole.length + again.length }),
      );
    fc.assert(
      fc.property(doubled, (records) => {
        expect(assembleTrace(records)).toEqual(expected);
      }),
    );
  });

  it('takes the ended one of two spans with one id', () => {
    const open = { ...(whole[6] as TraceRecord), endMs: null, attributes: chat(asked, null) } as TraceRecord;
    expect(assembleTrace([open, ...whole])).toEqual(assembleTrace(whole));
    expect(assembleTrace([...whole, open])).toEqual(assembleTrace(whole));
  });

  it('is not complete before its root has ended', () => {
    expect(assembleTrace(whole.slice(1)).isComplete).toBe(false);
    expect(
      assembleTrace([{ ...spanOf({ spanId: 'root' }), endMs: null }, ...whole.slice(1)]).isComplete,
    ).toBe(false);
    expect(assembleTrace([]).isComplete).toBe(false);
  });

  it('has the results that only the spans of tools have, and their errors', () => {
    const records = [
      spanOf({ spanId: 'a', attributes: chat(asked, called) }),
      tool({ spanId: 't1', at: 20 }, { 'gen_ai.tool.call.id': 'c1', 'gen_ai.tool.call.result': '"here"' }),
      tool(
        { spanId: 't2', at: 20, status: 'error', statusMessage: 'no such place' },
        { 'gen_ai.tool.call.id': 'c2' },
      ),
    ];
    expect(agentSteps(records)[0]?.results).toEqual([
      { callId: 'c1', content: 'here', isError: false },
      { callId: 'c2', content: 'no such place', isError: true },
    ]);
    expect(assembleTrace(records).error, 'an agent may recover from a tool that failed').toBeNull();
  });

  it('says that a tool failed whose result a later call repeats', () => {
    const failed = tool({ spanId: 't1', at: 20, status: 'error' }, { 'gen_ai.tool.call.id': 'c1' });
    const records = whole.map((record) =>
      record.kind === 'span' && record.spanId === 't1' ? failed : record,
    );
    expect(agentSteps(records)[0]?.results).toMatchObject([
      { content: 'here', isError: true },
      { isError: false },
    ]);
  });

  it('gives a tool without an id to the call of its name', () => {
    const records = [
      spanOf({ spanId: 'a', attributes: chat(asked, called) }),
      tool(
        { spanId: 't1', at: 20 },
        { 'gen_ai.tool.call.arguments': '{"id": "c2"}', 'gen_ai.tool.call.result': 'there' },
      ),
      tool({ spanId: 't2', at: 21 }, { 'gen_ai.tool.name': 'note', 'gen_ai.tool.call.result': 'noted' }),
    ];
    const [step] = agentSteps(records);
    expect(step?.toolCalls.map(({ id }) => id)).toEqual(['c1', 'c2']);
    expect(step?.results).toEqual([{ callId: 'c2', content: 'there', isError: false }]);
    expect(assembleTrace(records).unread).toEqual({ kit: 1 });
  });

  it('gives a step that asked for tools in its text the tools that ran after it', () => {
    const records = [
      spanOf({ spanId: 'a', attributes: chat(asked, told('assistant', 'Action: find')) }),
      tool(
        { spanId: 't1', at: 20 },
        { 'gen_ai.tool.call.arguments': '{}', 'gen_ai.tool.call.result': 'there' },
      ),
      tool({ spanId: 't2', at: 21 }, { 'gen_ai.tool.name': 'note', 'gen_ai.tool.call.result': 'noted' }),
    ];
    const [step] = agentSteps(records);
    expect(step?.toolCalls.map(({ id, name }) => [id, name])).toEqual([
      ['t1', 'find'],
      ['t2', 'note'],
    ]);
    expect(step?.results).toMatchObject([{ content: 'there' }, { content: 'noted' }]);
  });

  it('continues where the messages of a call were cut off by a limit of the sender', () => {
    const cut = chat([], told('assistant', 'Done.'), {
      'gen_ai.input.messages': '[{"role":"user","parts":[{"ty',
    });
    const records = [
      spanOf({ spanId: 'a', attributes: chat(asked, called) }),
      spanOf({ spanId: 'b', at: 20, attributes: cut }),
    ];
    expect(assembleTrace(records).trajectory.branches).toHaveLength(1);
    expect(agentSteps(records).map(({ text }) => text)).toEqual(['I look.', 'Done.']);
  });

  it('continues the conversation of an agent whose messages were not recorded', () => {
    const bare = chat([], null, { 'gen_ai.input.messages': undefined });
    const records = [
      agent({ spanId: 'root', took: 90 }),
      spanOf({ spanId: 'a', parentId: 'root', at: 1, attributes: bare }),
      tool({ spanId: 't1', parentId: 'root', at: 20 }, { 'gen_ai.tool.call.result': 'here' }),
      spanOf({ spanId: 'b', parentId: 'root', at: 40, attributes: bare }),
    ];
    const { steps, branches } = assembleTrace(records).trajectory;
    expect(branches).toEqual([{ after: null }]);
    expect(steps).toMatchObject([
      {
        toolCalls: [{ id: 't1', name: 'find' }],
        results: [{ callId: 't1', content: 'here' }],
        metrics: { tokensIn: 10 },
      },
      { toolCalls: [], metrics: { tokensIn: 10 } },
    ]);
  });

  it('has one step for a call that two instrumentations recorded', () => {
    const outer = spanOf({ spanId: 'a', took: 20, attributes: chat(asked, called) });
    const inner = spanOf({ spanId: 'i', parentId: 'a', at: 1, attributes: chat(asked, called) });
    const bare = { ...inner, attributes: chat([], null) };
    expect(agentSteps([outer, inner])).toHaveLength(1);
    expect(agentSteps([outer, bare])).toMatchObject([{ text: 'I look.' }]);
  });

  it('takes the tokens of a link around one call, not those of a link around its subagents', () => {
    const link = { 'gen_ai.operation.name': 'agent_step', 'gen_ai.usage.input_tokens': 7 };
    const uncounted = { 'gen_ai.usage.input_tokens': undefined, 'gen_ai.usage.output_tokens': undefined };
    const records = [
      spanOf({ spanId: 'l', took: 90, attributes: link }),
      spanOf({ spanId: 'a', parentId: 'l', at: 1, attributes: chat(asked, called, uncounted) }),
      tool({ spanId: 't', parentId: 'l', at: 20 }, { 'gen_ai.tool.call.id': 'c1' }),
      spanOf({
        spanId: 's',
        parentId: 't',
        at: 21,
        attributes: chat([told('user', 'c1')], told('assistant', 'here')),
      }),
    ];
    expect(agentSteps(records).map(({ metrics }) => metrics.tokensIn)).toEqual([7, 10]);
  });

  it('takes an agent’s own span as the call where none of its calls was sent', () => {
    const alone = agent(
      { spanId: 'root' },
      chat(asked, told('assistant', 'There.'), { 'gen_ai.operation.name': 'invoke_agent' }),
    );
    expect(assembleTrace([alone])).toMatchObject({ output: 'There.', isComplete: true });
    expect(agentSteps([alone])).toMatchObject([{ text: 'There.', metrics: { tokensIn: 10 } }]);
  });

  it('keeps a call that failed among the broken ones, and its error', () => {
    const failed = spanOf({
      ...{ spanId: 'a', status: 'error', statusMessage: '429 slow down' },
      attributes: chat(asked, null, { 'http.response.status_code': 429 }),
    });
    const trace = assembleTrace([failed]);
    expect(trace.trajectory.broken).toMatchObject([{ reason: 'failed', status: 429 }]);
    expect(trace).toMatchObject({ error: '429 slow down' });
  });

  it('without model calls has the task and the output of its root, and counts what gave nothing', () => {
    const attributes = {
      'input.value': 'Where?',
      'output.value': 'There.',
      'openinference.span.kind': 'CHAIN',
    };
    const records = [
      spanOf({ spanId: 'root', attributes }),
      spanOf({ spanId: 'q', parentId: 'root', scope: 'pg', name: 'SELECT' }),
      logOf('root', 'note', {}),
    ];
    const trace = assembleTrace(records);
    expect(trace).toMatchObject({ task: 'Where?', output: 'There.', unread: { pg: 1, kit: 1 } });
    expect(trace.trajectory.steps).toEqual([]);
  });

  it('names its session, its user and the prompt that it was made under', () => {
    const attributes = {
      ...{ 'gen_ai.conversation.id': 's1', 'enduser.id': 'u1' },
      ...{ 'gen_ai.prompt.name': 'desk', 'gen_ai.prompt.version': 3 },
    };
    const trace = assembleTrace([spanOf({ spanId: 'a', attributes: chat(asked, called, attributes) })]);
    expect(trace).toMatchObject({ sessionId: 's1', userId: 'u1', prompt: { name: 'desk', version: '3' } });
  });

  it('has the evaluations of OpenInference; a value of another scale is a label', () => {
    const attributes = {
      ...{ 'evaluations.0.evaluation.name': 'right', 'evaluations.0.evaluation.score': 1 },
      ...{ 'annotations.0.annotation.name': 'stars', 'annotations.0.annotation.score': 4 },
    };
    expect(assembleTrace([spanOf({ spanId: 'a', attributes })]).scores).toMatchObject([
      { name: 'right', value: 1, label: null },
      { name: 'stars', value: null, label: '4' },
    ]);
  });

  it('survives spans that are each other’s parents', () => {
    const ring = [
      spanOf({ spanId: 'a', parentId: 'b', attributes: chat(asked, called) }),
      spanOf({ spanId: 'b', parentId: 'a' }),
    ];
    expect(agentSteps(ring)).toHaveLength(1);
  });

  it('is one whatever the values of its attributes are', () => {
    const values = fc
      .jsonValue({ maxDepth: 4 })
      .chain((value) => fc.constantFrom(value, JSON.stringify(value)));
    const attributes = fc.dictionary(fc.constantFrom(...NAMES), values);
    const records = fc.array(fc.tuple(attributes, fc.constantFrom(...NAMES), fc.nat(9), fc.nat(9)));
    fc.assert(
      fc.property(records, (given) => {
        const spans = given.map(([told, event, parent, at], index) =>
          spanOf({
            ...{ spanId: String(index), parentId: String(parent), at, attributes: told as JsonObject },
            events: [{ name: event, atMs: 1, attributes: told as JsonObject }],
          }),
        );
        const logs = given.map(([told, event, parent]) =>
          logOf(String(parent), event, { body: told as JsonObject }),
        );
        const { trajectory } = assembleTrace([...spans, ...logs]);
        expect(trajectorySchema.parse(trajectory)).toEqual(trajectory);
      }),
    );
  });

  it('of many calls that repeat the conversation has each message once', () => {
    const messages: JsonObject[] = [told('user', 'Go on.')];
    const records = Array.from({ length: 300 }, (_, index): TraceRecord => {
      const input = JSON.stringify(messages);
      const said = told('assistant', `Step ${index}.`, [`c${index}`]);
      messages.push(said, found(`c${index}`, `Result ${index}.`));
      return spanOf({
        spanId: `s${index}`,
        at: index,
        attributes: { ...chat([], said), 'gen_ai.input.messages': input },
      });
    });
    const { steps, branches } = assembleTrace(records).trajectory;
    expect(steps).toHaveLength(301);
    expect(branches).toHaveLength(1);
  });
});

/** Attributes and events that any convention reads. */
const NAMES = [
  ...['gen_ai.operation.name', 'gen_ai.request.model', 'gen_ai.input.messages', 'gen_ai.output.messages'],
  ...['gen_ai.system_instructions', 'gen_ai.tool.definitions', 'gen_ai.tool.call.id', 'gen_ai.tool.name'],
  ...['gen_ai.tool.call.arguments', 'gen_ai.tool.call.result', 'gen_ai.usage.input_tokens', 'gen_ai.prompt'],
  ...[
    'gen_ai.prompt.0.content',
    'gen_ai.prompt.0.role',
    'gen_ai.completion.0',
    'gen_ai.completion.0.content',
  ],
  ...['openinference.span.kind', 'llm.input_messages.0.message', 'llm.input_messages.0.message.tool_calls.0'],
  ...['llm.output_messages.0.message.content', 'llm.tools.0.tool.json_schema', 'input.value', 'output.value'],
  ...[
    'ai.operationId',
    'ai.prompt.messages',
    'ai.response.text',
    'ai.response.toolCalls',
    'ai.toolCall.args',
  ],
  ...['traceloop.span.kind', 'traceloop.entity.input', 'langfuse.observation.type', 'gen_ai.usage.cost'],
  ...['langfuse.observation.usage_details', 'gen_ai.user.message', 'gen_ai.choice', 'message', 'content'],
  ...[
    'gen_ai.client.inference.operation.details',
    'gen_ai.evaluation.result',
    'evaluations.0.evaluation.score',
  ],
  ...['session.id', 'error.type', 'http.response.status_code', 'gen_ai.response.finish_reasons'],
];
