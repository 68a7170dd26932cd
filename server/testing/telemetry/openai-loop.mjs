import { add, lookup } from '../agents/clerk.mjs';

/** A small agent on the OpenAI SDK: two tools, whose failures it reports to the model. */
const TOOLS = { lookup, add };
const object = (properties) => ({ type: 'object', properties });
/** A new object each time: the SDK for logs leaves out attributes in which one object is found twice. */
const number = () => ({ type: 'number' });
export const DEFINITIONS = [
  { name: 'lookup', description: 'Looks up a city.', parameters: object({ city: { type: 'string' } }) },
  { name: 'add', description: 'Adds two numbers.', parameters: object({ a: number(), b: number() }) },
];

/** @param {string} name @param {string} input */
export async function runTool(name, input) {
  return TOOLS[name](JSON.parse(input));
}

async function outcomeOf(run, call) {
  try {
    return await run(call.name, call.arguments, call.id);
  } catch (error) {
    return `Error: ${error.message}`;
  }
}

/**
 * Chat Completions. `run` may wrap each tool in a span.
 * @param {import('openai').default} client
 */
export async function chatLoop(client, { model, system, question, run = runTool }) {
  const tools = DEFINITIONS.map((definition) => ({ type: 'function', function: definition }));
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: question },
  ];
  for (;;) {
    const { choices } = await client.chat.completions.create({ model, messages, tools });
    const { message } = choices[0];
    messages.push(message);
    if (!message.tool_calls?.length) return message.content;
    for (const { id, function: called } of message.tool_calls) {
      const content = await outcomeOf(run, { id, ...called });
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
  }
}

/**
 * Responses, with the whole conversation in each request.
 * @param {import('openai').default} client
 */
export async function responsesLoop(client, { model, system, question, run = runTool }) {
  const tools = DEFINITIONS.map((definition) => ({ type: 'function', strict: false, ...definition }));
  const input = [{ role: 'user', content: question }];
  for (;;) {
    const response = await client.responses.create({ model, instructions: system, input, tools });
    input.push(...response.output);
    const calls = response.output.filter(({ type }) => type === 'function_call');
    if (calls.length === 0) return response.output_text;
    for (const call of calls) {
      const output = await outcomeOf(run, { ...call, id: call.call_id });
      input.push({ type: 'function_call_output', call_id: call.call_id, output });
    }
  }
}
