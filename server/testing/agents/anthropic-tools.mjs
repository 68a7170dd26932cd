import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { z } from 'zod';
import { add, lookup, systemText } from './clerk.mjs';

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

/**
 * Anthropic's SDK with its tool runner, which goes by message threads as by default.
 * @param {import('./clerk.mjs').Job} job
 * @param {{ stream: boolean }} options
 */
export async function answer(job, { stream }) {
  const { name, apiKey, anthropicBaseUrl } = job.model;
  const client = new Anthropic({ baseURL: anthropicBaseUrl, apiKey });
  /** @param {Anthropic.Beta.BetaMessageParam[]} messages */
  const ask = async (messages) => {
    const asked = { model: name, max_tokens: 900, system: systemText(job), messages, tools };
    const runner = stream
      ? client.beta.messages.toolRunner({ ...asked, stream: true })
      : client.beta.messages.toolRunner(asked);
    const message = await runner;
    return { text: textOf(message), messages: runner.params.messages };
  };
  const first = await ask([{ role: 'user', content: job.task.input.question }]);
  const second = await ask([
    ...first.messages,
    { role: 'assistant', content: first.text },
    { role: 'user', content: 'Are you sure?' },
  ]);
  return second.text;
}

/** @param {{ content: Anthropic.Beta.BetaContentBlock[] }} message */
const textOf = ({ content }) => content.map((block) => (block.type === 'text' ? block.text : '')).join('');
