import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
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

const tools = [
  betaZodTool({
    name: 'lookup',
    description: 'Looks up a city.',
    inputSchema: z.object({ city: z.string() }),
    run: async (input) => lookup(input),
  }),
  betaZodTool({
    name: 'add',
    description: 'Adds two numbers.',
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    run: async (input) => add(input),
  }),
];

let proxied: ProxiedEndpoint;
afterEach(() => proxied.close());

async function run(stream: boolean, more: object = {}): Promise<string> {
  const client = new Anthropic({ baseURL: proxied.proxy.anthropicBaseUrl, apiKey: 'k' });
  const system = [{ type: 'text' as const, text: SYSTEM, cache_control: { type: 'ephemeral' as const } }];
  const messages = [{ role: 'user' as const, content: QUESTION }];
  const asked = { model: 'asked-model', max_tokens: 900, system, messages, tools, ...more };
  const message = stream
    ? await client.beta.messages.toolRunner({ ...asked, stream: true })
    : await client.beta.messages.toolRunner(asked);
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

const threads = (calls: readonly { asked: Readonly<Record<string, unknown>> }[]) =>
  calls.map(({ asked }) => asked.thread);

describe('Anthropic SDK through the dialects', () => {
  it.each([false, true])(
    'threads of the tool runner are rebuilt from what was seen, streamed %s',
    async (stream) => {
      proxied = await startProxied();
      expect(await run(stream)).toBe(FINAL);
      const calls = await expectWholeRecord(proxied);
      expect(threads(calls)).toEqual([
        { type: 'create' },
        { type: 'continue', previous_message_id: 'msg_1' },
        { type: 'continue', previous_message_id: 'msg_2' },
        { type: 'continue', previous_message_id: 'msg_3' },
      ]);
      expect(calls.at(-1)?.asked.system).toBeUndefined();
      expect(proxied.endpoint.calls.at(-1)?.body.system).toHaveLength(2);
    },
  );

  it.each([false, true])(
    'a refused thread makes the tool runner send everything, streamed %s',
    async (stream) => {
      proxied = await startProxied(TURNS, { seen: null });
      expect(await run(stream)).toBe(FINAL);
      const calls = await expectWholeRecord(proxied);
      expect(threads(await proxied.proxy.ended())).toEqual([{ type: 'create' }, ...Array(4).fill(undefined)]);
      expect(calls).toHaveLength(4);
    },
  );

  it.each([false, true])(
    'a forgotten thread makes the tool runner send everything, streamed %s',
    async (stream) => {
      proxied = await startProxied(TURNS, { seen: new SeenConversations(0) });
      expect(await run(stream)).toBe(FINAL);
      await expectWholeRecord(proxied);
      const statuses = (await proxied.proxy.ended()).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(TURNS.length);
      expect(statuses).toContain(404);
    },
  );

  it.each([false, true])('without threads the record is whole, streamed %s', async (stream) => {
    proxied = await startProxied();
    expect(await run(stream, { thread: false })).toBe(FINAL);
    await expectWholeRecord(proxied);
  });
});
