import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { Agent, OpenAIProvider, Runner, setTracingDisabled } from '@openai/agents';
import { generateText } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import { type ProxiedEndpoint, startProxied } from '@/server/testing/two-tool-conversation';

setTracingDisabled(true);

let proxied: ProxiedEndpoint;
afterEach(() => proxied.close());

const apiKey = 'k';
const openai = () => ({ baseURL: proxied.proxy.openaiBaseUrl, apiKey });
const anthropic = () => ({ baseURL: proxied.proxy.anthropicBaseUrl, apiKey });

function runAgent(useResponses: boolean): Promise<unknown> {
  const modelProvider = new OpenAIProvider({ ...openai(), useResponses });
  return new Runner({ modelProvider, tracingDisabled: true }).run(new Agent({ name: 'a', model: 'm' }), 'Q');
}

const SDKS: readonly { sdk: string; call: () => Promise<unknown> }[] = [
  { sdk: 'Agents, Responses', call: () => runAgent(true) },
  { sdk: 'Agents, chat', call: () => runAgent(false) },
  { sdk: 'AI SDK, Responses', call: () => generateText({ model: createOpenAI(openai())('m'), prompt: 'Q' }) },
  { sdk: 'AI SDK, chat', call: () => generateText({ model: createOpenAI(openai()).chat('m'), prompt: 'Q' }) },
  {
    sdk: 'AI SDK, Anthropic',
    call: () => generateText({ model: createAnthropic(anthropic())('m'), prompt: 'Q' }),
  },
  {
    sdk: 'Anthropic SDK',
    call: () => {
      const messages = [{ role: 'user' as const, content: 'Q' }];
      return new Anthropic(anthropic()).messages.create({ model: 'm', max_tokens: 9, messages });
    },
  },
];

const REFUSALS = [
  { status: 400, code: 'budget', message: 'The limit of 40 model calls is reached.' },
  { status: 403, code: 'rollout_ended', message: 'The rollout has ended.' },
];

describe.each(REFUSALS)('a refusal with $status', (refuses) => {
  it.each(SDKS)('$sdk shows the sentence and does not try again', async ({ call }) => {
    proxied = await startProxied([], { refuses });
    await expect(call()).rejects.toThrow(refuses.message);
    expect(await proxied.proxy.ended()).toHaveLength(1);
  });
});
