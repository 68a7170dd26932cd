import { describe, expect, it } from 'vitest';
import { READERS } from '@/lib/dialects/known-dialects';
import type { JsonObject } from '@/lib/domain/json';
import { DIALECTS, type Dialect } from '@/lib/domain/trajectory';
import { recordedCall } from '@/lib/testing/builders/recorded-calls';
import { buildTrajectory } from './build-trajectory';

interface Turn {
  readonly request: JsonObject;
  readonly reply: JsonObject;
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, input_tokens: 1, output_tokens: 1 };
const chatCall = { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"q":"x"}' } };
const chatReply = (message: JsonObject): JsonObject => ({
  id: 'r',
  choices: [{ index: 0, message }],
  usage: USAGE,
});
const itemCall = { id: 'f1', type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"q":"x"}' };
const itemText = (text: string) => ({
  id: 'm1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});
const itemReply = (...output: JsonObject[]): JsonObject => ({
  id: 'r',
  status: 'completed',
  output,
  usage: USAGE,
});
const blocks = [
  { type: 'text', text: 'Looking.' },
  { type: 'tool_use', id: 'c1', name: 'find', input: { q: 'x' } },
];
const blockReply = (content: JsonObject[]): JsonObject => ({
  id: 'r',
  role: 'assistant',
  content,
  usage: USAGE,
});

/** The same conversation of two calls as each dialect sends it. */
const CONVERSATIONS: Readonly<Record<Dialect, readonly Turn[]>> = {
  openaiChat: [
    {
      request: {
        model: 'm',
        messages: [
          { role: 'system', content: 'S' },
          { role: 'user', content: 'Find x.' },
        ],
      },
      reply: chatReply({ role: 'assistant', content: 'Looking.', tool_calls: [chatCall] }),
    },
    {
      request: {
        model: 'm',
        messages: [
          { role: 'system', content: 'S' },
          { role: 'user', content: 'Find x.' },
          { role: 'assistant', content: 'Looking.', tool_calls: [chatCall] },
          { role: 'tool', tool_call_id: 'c1', content: 'Error: none' },
        ],
      },
      reply: chatReply({ role: 'assistant', content: 'No x.' }),
    },
  ],
  openaiResponses: [
    {
      request: { model: 'm', instructions: 'S', input: 'Find x.' },
      reply: itemReply(itemText('Looking.'), itemCall),
    },
    {
      request: {
        model: 'm',
        instructions: 'S',
        input: [
          { role: 'user', content: 'Find x.' },
          itemText('Looking.'),
          itemCall,
          { type: 'function_call_output', call_id: 'c1', output: 'Error: none' },
        ],
      },
      reply: itemReply(itemText('No x.')),
    },
  ],
  anthropicMessages: [
    {
      request: { model: 'm', max_tokens: 9, system: 'S', messages: [{ role: 'user', content: 'Find x.' }] },
      reply: blockReply(blocks),
    },
    {
      request: {
        model: 'm',
        max_tokens: 9,
        system: 'S',
        messages: [
          { role: 'user', content: 'Find x.' },
          { role: 'assistant', content: blocks },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'Error: none', is_error: true }],
          },
        ],
      },
      reply: blockReply([{ type: 'text', text: 'No x.' }]),
    },
  ],
};

describe('a trajectory', () => {
  it.each(DIALECTS)('of one conversation is the same in every dialect: %s', (dialect) => {
    const reader = READERS[dialect];
    const calls = CONVERSATIONS[dialect].map(({ request, reply }, ordinal) => ({
      ...recordedCall(ordinal, { dialect, messages: [], status: 'answered' }),
      request: reader.readRequest(request),
      reply: reader.readReply(reply),
    }));
    const { steps, branches } = buildTrajectory(calls, { agent: { name: 'a', version: '1' }, beganAtMs: 0 });
    expect(branches).toEqual([{ after: null }]);
    expect(steps).toMatchObject([
      { source: 'system', text: 'S' },
      { source: 'user', text: 'Find x.' },
      {
        source: 'agent',
        text: 'Looking.',
        toolCalls: [{ id: 'c1', name: 'find', arguments: '{"q":"x"}' }],
        results: [{ callId: 'c1', content: 'Error: none', isError: true }],
      },
      { source: 'agent', text: 'No x.', toolCalls: [], results: [] },
    ]);
    expect(steps).toHaveLength(4);
  });
});
