import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/domain/json';
import type { TraceFormat } from '@/lib/domain/rollout-documents';
import { trajectory as trajectorySchema } from '@/lib/domain/trajectory';
import { readTrace } from './read-trace';

const agent = { name: 'desk', version: '3' };
const read = (format: TraceFormat, document: JsonValue) => readTrace({ format, document, agent });
const stepsOf = (format: TraceFormat, document: JsonValue) => read(format, document)?.steps;

const system = { source: 'system', text: 'Book flights.' };
const asked = { source: 'user', text: 'Cancel it.' };
const looked = {
  ...{ source: 'agent', text: 'Looking.' },
  toolCalls: [{ id: 'c1', name: 'find', arguments: '{"id":7}' }],
  results: [{ callId: 'c1', content: 'Error: none', isError: true }],
};
const ended = { source: 'agent', text: 'There is none.', toolCalls: [], results: [] };
const whole = [system, asked, looked, ended];

const chat: JsonValue = [
  { role: 'system', content: 'Book flights.' },
  { role: 'user', content: 'Cancel it.' },
  {
    ...{ role: 'assistant', content: 'Looking.', model: 'm1', cost: 0.5 },
    usage: { prompt_tokens: 30, completion_tokens: 4 },
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{"id":7}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'Error: none' },
  { role: 'assistant', content: 'There is none.' },
];

const anthropic: JsonValue = {
  system: [{ type: 'text', text: 'Book flights.' }],
  tools: [{ name: 'find', description: 'Finds.', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'Cancel it.' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool_use', id: 'c1', name: 'find', input: { id: 7 } },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'Error: none', is_error: true }],
    },
    { role: 'assistant', content: 'There is none.' },
  ],
};

const responses: JsonValue = {
  instructions: 'Book flights.',
  input: [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Cancel it.' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Looking.' }] },
    { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"id":7}' },
    { type: 'function_call_output', call_id: 'c1', output: 'Error: none' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'There is none.' }] },
  ],
};

describe('a trace that an agent recorded itself', () => {
  it.each([
    ['Chat Completions', chat],
    ['Anthropic Messages', anthropic],
    ['Responses', responses],
  ])('is the same trajectory from messages of %s', (_dialect, document) => {
    const trajectory = read('messages', document);
    expect(trajectory).toMatchObject({ agent, steps: whole });
    expect(trajectorySchema.parse(trajectory)).toEqual(trajectory);
  });

  it('keeps the tools, the model and the counts that the agent gave, and claims no others', () => {
    expect(read('messages', anthropic)?.tools).toEqual([
      { name: 'find', description: 'Finds.', parameters: '{"type":"object"}' },
    ]);
    const counted = { tokensIn: 30, tokensOut: 4, tokensCached: 0, costUsd: 0.5, delayMs: null, by: 'agent' };
    const unknown = { ...counted, tokensIn: 0, tokensOut: 0, costUsd: null };
    expect(stepsOf('messages', chat)?.slice(2)).toMatchObject([
      { model: 'm1', metrics: counted },
      { model: '', metrics: unknown },
    ]);
  });

  it('reads tau-bench of both versions, and keeps calls of the simulated user apart from the agent’s', () => {
    expect(stepsOf('tau', { task_id: 1, reward: 0, traj: chat })).toMatchObject(whole);
    const simulation = {
      policy: 'Book flights.',
      messages: [
        { role: 'user', content: 'Cancel it.' },
        { role: 'user', content: null, tool_calls: [{ id: 'u1', name: 'pay', arguments: { eur: 1 } }] },
        { role: 'tool', id: 'u1', requestor: 'user', content: 'paid' },
        {
          role: 'assistant',
          content: 'Looking.',
          tool_calls: [{ id: 'c1', name: 'find', arguments: { id: 7 } }],
        },
        { role: 'tool', id: 'c1', requestor: 'assistant', content: 'Error: none', error: true },
        { role: 'assistant', content: 'There is none.' },
      ],
    };
    const ofUser = [
      { source: 'user', text: '[the user calls pay {"eur":1}]' },
      { source: 'user', text: "[the user's tool answers: paid]" },
    ];
    expect(stepsOf('tau', simulation)).toMatchObject([system, asked, ...ofUser, looked, ended]);
  });

  it('reads SWE-agent with tool calls, with plain actions, and without a history', () => {
    const calls = [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{"id":7}' } }];
    const start = [
      { role: 'system', content: 'Book flights.', message_type: 'system_prompt' },
      { role: 'user', content: 'Cancel it.', message_type: 'observation' },
    ];
    const withCalls = [
      ...start,
      { role: 'assistant', content: 'Looking.', action: 'find 7', tool_calls: calls },
      { role: 'tool', content: 'Error: none', tool_call_ids: ['c1'] },
      { role: 'assistant', content: 'There is none.' },
    ];
    expect(stepsOf('sweAgent', { history: withCalls })).toMatchObject(whole);
    const acted = {
      ...looked,
      toolCalls: [{ id: '', name: 'action', arguments: '{"command":"find 7"}' }],
      results: [{ callId: null, content: 'Error: none', isError: true }],
    };
    const withActions = [
      ...start,
      { role: 'assistant', content: 'Looking.', action: 'find 7\n' },
      { role: 'user', content: 'Error: none', message_type: 'observation' },
      { role: 'assistant', content: 'There is none.' },
    ];
    expect(stepsOf('sweAgent', { history: withActions })).toMatchObject([system, asked, acted, ended]);
    const turns = [
      { query: start, response: 'Looking.', action: 'find 7', observation: 'Error: none' },
      { query: start, thought: 'There is none.', observation: '' },
    ];
    expect(stepsOf('sweAgent', { trajectory: turns })).toMatchObject([system, asked, acted, ended]);
  });

  it('keeps a result without a call as told to the model, and gives one without an id to the latest call', () => {
    expect(stepsOf('messages', [{ role: 'tool', content: 'alone' }])).toMatchObject([
      { source: 'user', text: 'alone' },
    ]);
    const tool = { role: 'function', name: 'find', content: 'seven' };
    const call = { role: 'assistant', content: '', function_call: { name: 'find', arguments: '{}' } };
    expect(stepsOf('messages', [call, tool])).toMatchObject([
      { toolCalls: [{ name: 'find' }], results: [{ callId: null, content: 'seven', isError: false }] },
    ]);
  });

  it.each<TraceFormat>(['atif', 'messages', 'sweAgent', 'tau'])(
    'is none where no step can be read: %s',
    (format) => {
      for (const document of [
        null,
        'text',
        7,
        [],
        {},
        [1],
        { messages: 'x' },
        { steps: [] },
        { history: {} },
      ])
        expect(read(format, document)).toBeNull();
    },
  );
});
