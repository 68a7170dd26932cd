import {
  Agent,
  BatchTraceProcessor,
  getGlobalTraceProvider,
  OpenAIProvider,
  OpenAITracingExporter,
  Runner,
  setTraceProcessors,
  tool,
} from '@openai/agents';
import { z } from 'zod';
import { add, lookup } from '../agents/clerk.mjs';

const tools = [
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
];

/** The tracing of the OpenAI Agents SDK, with its own exporter at another address. */
export async function answer({ api, modelUrl, collectorUrl, model, system, question }) {
  const exporter = new OpenAITracingExporter({ apiKey: 'k', endpoint: `${collectorUrl}/traces/ingest` });
  setTraceProcessors([new BatchTraceProcessor(exporter)]);
  const modelProvider = new OpenAIProvider({
    baseURL: modelUrl,
    apiKey: 'k',
    useResponses: api === 'responses',
  });
  const runner = new Runner({ modelProvider, workflowName: 'weather desk', groupId: 's1' });
  const agent = new Agent({ name: 'clerk', instructions: system, model, tools });
  const { finalOutput } = await runner.run(agent, question);
  await getGlobalTraceProvider().forceFlush();
  return String(finalOutput);
}
