import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  add,
  expectWholeRecord,
  FINAL,
  lookup,
  type ProxiedEndpoint,
  QUESTION,
  SYSTEM,
  startProxied,
  TURNS,
} from '@/server/testing/two-tool-conversation';
import { SeenConversations } from './seen-conversations';

setTracingDisabled(true);

const agent = new Agent({
  name: 'clerk',
  instructions: SYSTEM,
  model: 'asked-model',
  tools: [
    tool({
      name: 'lookup',
      description: 'Looks up a city.',
      parameters: z.object({ city: z.string() }),
      execute: async (input) => lookup(input),
    }),
    tool({
      name: 'add',
      description: 'Adds two numbers.',
      parameters: z.object({ a: z.number(), b: z.number() }),
      execute: async (input) => add(input),
    }),
  ],
});

let proxied: ProxiedEndpoint;
afterEach(() => proxied.close());

async function run(question: string, useResponses: boolean, stream: boolean, options: object = {}) {
  const modelProvider = new OpenAIProvider({
    baseURL: proxied.proxy.openaiBaseUrl,
    apiKey: 'k',
    useResponses,
  });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  if (!stream) return runner.run(agent, question, options);
  const result = await runner.run(agent, question, { ...options, stream: true });
  await result.completed;
  return result;
}

describe('OpenAI Agents SDK through the dialects', () => {
  it.each([
    { api: 'Responses', useResponses: true, stream: false },
    { api: 'Responses', useResponses: true, stream: true },
    { api: 'Chat Completions', useResponses: false, stream: false },
    { api: 'Chat Completions', useResponses: false, stream: true },
  ])('$api, streamed $stream: the record is whole', async ({ useResponses, stream }) => {
    proxied = await startProxied();
    expect((await run(QUESTION, useResponses, stream)).finalOutput).toBe(FINAL);
    await expectWholeRecord(proxied);
  });

  it.each([false, true])(
    'previous_response_id is rebuilt from what was seen, streamed %s',
    async (stream) => {
      const more = {
        question: 'And 2 + 3?',
        turns: [{ calls: [{ name: 'add', input: { a: 2, b: 3 } }] }, { text: 'Five.' }],
      };
      proxied = await startProxied([...TURNS, ...more.turns]);
      const first = await run(QUESTION, true, stream);
      const second = await run(more.question, true, stream, { previousResponseId: first.lastResponseId });
      expect(second.finalOutput).toBe('Five.');
      const calls = await expectWholeRecord(proxied, [{ question: QUESTION, turns: TURNS }, more]);
      expect(calls.slice(4).map(({ asked }) => asked.previous_response_id)).toEqual(['resp_4', 'resp_5']);
    },
  );

  it.each([false, true])('a conversation is rebuilt from what was seen, streamed %s', async (stream) => {
    const seen = new SeenConversations();
    seen.keepTurn('conv_1', { items: [], fields: {} });
    proxied = await startProxied(TURNS, { seen });
    expect((await run(QUESTION, true, stream, { conversationId: 'conv_1' })).finalOutput).toBe(FINAL);
    const calls = await expectWholeRecord(proxied);
    expect(calls.at(-1)?.asked.input).toHaveLength(1);
  });
});
