import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents';
import { z } from 'zod';
import { add, lookup, systemText } from './clerk.mjs';

setTracingDisabled(true);

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

/**
 * OpenAI Agents SDK, over the Responses API as by default: items go by reference. The second question continues the first
 * by `previous_response_id`.
 * @param {import('./clerk.mjs').Job} job
 * @param {{ stream: boolean }} options
 */
export async function answer(job, { stream }) {
  const { model, task } = job;
  const modelProvider = new OpenAIProvider({ baseURL: model.openaiBaseUrl, apiKey: model.apiKey });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const agent = new Agent({ name: 'clerk', instructions: systemText(job), model: model.name, tools });
  /** @param {string} question @param {object} more */
  const ask = async (question, more = {}) => {
    if (!stream) return runner.run(agent, question, more);
    const streamed = await runner.run(agent, question, { ...more, stream: true });
    await streamed.completed;
    return streamed;
  };
  const first = await ask(task.input.question);
  const second = await ask('Are you sure?', { previousResponseId: first.lastResponseId });
  return String(second.finalOutput);
}
