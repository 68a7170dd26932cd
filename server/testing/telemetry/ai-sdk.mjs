import { createOpenAI } from '@ai-sdk/openai';
import { LegacyOpenTelemetry, OpenTelemetry } from '@ai-sdk/otel';
import { generateText, isStepCount, registerTelemetry, streamText, tool } from 'ai';
import { z } from 'zod';
import { add, lookup } from '../agents/clerk.mjs';
import { sendSpans } from './send-spans.mjs';

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

/** The telemetry of the AI SDK: GenAI conventions, or those of its own that came before. */
export async function answer({ api, isLegacy, isStreamed, modelUrl, collectorUrl, encoding, ...asked }) {
  const provider = sendSpans(collectorUrl, encoding);
  registerTelemetry(isLegacy ? new LegacyOpenTelemetry() : new OpenTelemetry());
  const openai = createOpenAI({ baseURL: modelUrl, apiKey: 'k' });
  const settings = {
    model: api === 'responses' ? openai(asked.model) : openai.chat(asked.model),
    ...{ instructions: asked.system, prompt: asked.question, tools, stopWhen: isStepCount(9) },
    providerOptions: { openai: { store: false } },
    runtimeContext: { sessionId: 's1', userId: 'u1' },
    telemetry: { functionId: 'clerk', includeRuntimeContext: { sessionId: true, userId: true } },
  };
  const result = isStreamed ? streamText(settings) : await generateText(settings);
  const text = await result.text;
  await provider.shutdown();
  return text;
}
