import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, streamText, tool } from 'ai';
import { z } from 'zod';
import { add, lookup, systemText } from './clerk.mjs';

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

/**
 * Vercel AI SDK with its providers of OpenAI (Responses, with item references) and Anthropic.
 * @param {import('./clerk.mjs').Job} job
 * @param {{ stream: boolean, provider: 'openai' | 'anthropic' }} options
 */
export async function answer(job, { stream, provider }) {
  const { name, apiKey, openaiBaseUrl, anthropicBaseUrl } = job.model;
  const model =
    provider === 'openai'
      ? createOpenAI({ baseURL: openaiBaseUrl, apiKey })(name)
      : createAnthropic({ baseURL: anthropicBaseUrl, apiKey })(name);
  /** @param {import('ai').ModelMessage[]} messages */
  const ask = async (messages) => {
    const settings = { model, instructions: systemText(job), messages, tools, stopWhen: isStepCount(9) };
    const result = stream ? streamText(settings) : await generateText(settings);
    return { text: await result.text, said: (await result.response).messages };
  };
  const first = { role: /** @type {const} */ ('user'), content: job.task.input.question };
  const { said } = await ask([first]);
  const sure = { role: /** @type {const} */ ('user'), content: 'Are you sure?' };
  return (await ask([first, ...said, sure])).text;
}
