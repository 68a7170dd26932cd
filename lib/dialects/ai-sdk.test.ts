import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, type LanguageModel, streamText, tool } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  add,
  expectWholeRecord,
  FINAL,
  lookup,
  PLAYBOOK,
  type ProxiedEndpoint,
  QUESTION,
  SYSTEM,
  startProxied,
  TURNS,
} from '@/server/testing/two-tool-conversation';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const tools = {
  lookup: tool({
    description: 'Looks up a city.',
    inputSchema: z.object({ city: z.string() }),
    execute: async (input) => lookup(input),
  }),
  add: tool({
    description: 'Adds two numbers.',
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    execute: async (input) => add(input),
  }),
};

let proxied: ProxiedEndpoint;
afterEach(() => proxied.close());

const openai = () => createOpenAI({ baseURL: proxied.proxy.openaiBaseUrl, apiKey: 'k' });
const MODELS: Readonly<Record<string, () => LanguageModel>> = {
  responses: () => openai()('asked-model'),
  chat: () => openai().chat('asked-model'),
  anthropic: () => createAnthropic({ baseURL: proxied.proxy.anthropicBaseUrl, apiKey: 'k' })('asked-model'),
};

type More = Pick<Parameters<typeof generateText>[0], 'providerOptions'>;

async function run(model: LanguageModel, stream: boolean, more: More = {}): Promise<string> {
  const settings = {
    model,
    instructions: SYSTEM,
    prompt: QUESTION,
    tools,
    stopWhen: isStepCount(9),
    ...more,
  };
  return stream ? await streamText(settings).text : (await generateText(settings)).text;
}

describe('AI SDK through the dialects', () => {
  it.each([
    { api: 'responses', stream: false },
    { api: 'responses', stream: true },
    { api: 'chat', stream: false },
    { api: 'chat', stream: true },
    { api: 'anthropic', stream: false },
    { api: 'anthropic', stream: true },
  ])('$api, streamed $stream: the record is whole', async ({ api, stream }) => {
    proxied = await startProxied();
    expect(await run(MODELS[api]?.() ?? '', stream)).toBe(FINAL);
    await expectWholeRecord(proxied);
  });

  it.each([false, true])('item references of the default are rebuilt, streamed %s', async (stream) => {
    const turns = TURNS.map((turn, index) => ({ ...turn, reasoning: `Thought ${index}.` }));
    proxied = await startProxied(turns);
    expect(await run(openai()('asked-model'), stream)).toBe(FINAL);
    const calls = await expectWholeRecord(proxied, [{ question: QUESTION, turns }]);
    expect(JSON.stringify(calls.at(-1)?.asked.input)).toContain('{"type":"item_reference","id":"msg_1"}');
    expect(JSON.stringify(calls.at(-1)?.asked.input)).toContain('{"type":"item_reference","id":"rs_1"}');
    expect(calls.at(-1)?.request?.itemReferences).toEqual([]);
    const answers = calls.at(-1)?.request?.messages.filter(({ role }) => role === 'assistant') ?? [];
    expect(answers.map(({ reasoning }) => reasoning)).toEqual(['Thought 0.', 'Thought 1.', 'Thought 2.']);
  });

  it.each([false, true])(
    'previousResponseId repeats no item of the response, streamed %s',
    async (stream) => {
      const more = {
        question: 'And now?',
        turns: [{ calls: [{ name: 'add', input: { a: 2, b: 3 } }] }, { text: 'Five.' }],
      };
      proxied = await startProxied([...TURNS, ...more.turns]);
      await run(openai()('asked-model'), stream);
      const providerOptions = { openai: { previousResponseId: 'resp_4' } };
      const settings = {
        model: openai()('asked-model'),
        prompt: more.question,
        tools,
        stopWhen: isStepCount(9),
        providerOptions,
      };
      expect(stream ? await streamText(settings).text : (await generateText(settings)).text).toBe('Five.');
      await expectWholeRecord(proxied, [{ question: QUESTION, turns: TURNS }, more]);
    },
  );

  it.each(['asked-model', 'gpt-5.1'])(
    '%s: the text joins the system message that begins the input',
    async (name) => {
      proxied = await startProxied([{ text: FINAL }]);
      await generateText({ model: openai()(name), instructions: SYSTEM, prompt: QUESTION });
      const { body } = proxied.endpoint.calls[0] ?? {};
      expect(body?.instructions).toBeUndefined();
      const role = name === 'gpt-5.1' ? 'developer' : 'system';
      expect(body?.input).toEqual([
        { role, content: `${PLAYBOOK}\n\n${SYSTEM}` },
        { role: 'user', content: [{ type: 'input_text', text: QUESTION }] },
      ]);
    },
  );

  it('the text goes before instructions where a request has both', async () => {
    proxied = await startProxied([{ text: FINAL }]);
    const providerOptions = { openai: { instructions: 'Answer in German.' } };
    await generateText({
      model: openai()('asked-model'),
      instructions: SYSTEM,
      prompt: QUESTION,
      providerOptions,
    });
    const { body } = proxied.endpoint.calls[0] ?? {};
    expect(body?.instructions).toBe(`${PLAYBOOK}\n\nAnswer in German.`);
    const [call] = await proxied.proxy.ended();
    expect(call?.request?.system).toEqual([`${PLAYBOOK}\n\nAnswer in German.`, SYSTEM]);
  });
});
