import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOpenAI } from '@ai-sdk/openai';
import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents';
import { generateText, isStepCount, streamText, tool as tool_ } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wireGenerator, wireGeneratorSystem } from '@/lib/testing/practice/wire-prompts';
import { AnswerKeys } from './answer-keys';
import { CALL_SETTINGS_DEFAULT } from './call-settings';
import { type PracticeServer, startPracticeModel } from './http-server';

setTracingDisabled(true);

const ENTRIES = Array.from({ length: 40 }, (_, index) => ({
  question: `What is ${100 + index} over ${index + 1}?`,
  expected: `${index}.25`,
  exampleId: `e${index}`,
  groupKey: null,
}));
const keys = new AnswerKeys();
keys.register('set', { profile: 'formula', entries: ENTRIES });
/** The practice model answers it right without having learned anything. */
const EASY = ENTRIES.find(({ question }) => keys.find(question)?.difficulty === 'easy') ?? ENTRIES[0];
const { question = '', expected = '' } = EASY ?? {};
const INSTRUCTIONS = 'Answer with a number.';
const parameters = z.object({ expression: z.string() });

let dataDir: string;
let server: PracticeServer;
let openai: OpenAI;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'practice-responses-'));
  server = await startPracticeModel({
    port: 0,
    dataDir,
    settings: { ...CALL_SETTINGS_DEFAULT, timeScale: null },
  });
  const body = JSON.stringify({ profile: 'formula', entries: ENTRIES });
  await fetch(`${server.url}/practice/answer-keys/set`, { method: 'PUT', body });
  openai = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

const calculate: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'calculate',
  strict: false,
  parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
};
const ask = (more: Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming> = {}) =>
  openai.responses.create({ model: 'practice-task', instructions: INSTRUCTIONS, input: question, ...more });

describe('Responses of the practice model, by the openai package', () => {
  it('say what a chat completion with the same words says', async () => {
    const messages = wireGenerator(wireGeneratorSystem('## OTHERS'), question);
    const [response, completion] = await Promise.all([
      openai.responses.create({ model: 'practice-task', input: messages as never }),
      openai.chat.completions.create({ model: 'practice-task', messages }),
    ]);
    expect(response).toMatchObject({
      status: 'completed',
      output_text: expect.stringMatching(/final_answer/),
    });
    expect(response.output_text).toBe(completion.choices[0]?.message.content);
    expect(response.usage?.output_tokens).toBe(completion.usage?.completion_tokens);
  });

  it('stream the same response that is sent whole', async () => {
    const whole = await ask({ tools: [calculate] });
    const stream = await openai.responses.create({
      ...{ model: 'practice-task', instructions: INSTRUCTIONS, input: question, tools: [calculate] },
      stream: true,
    });
    let text = '';
    let last: OpenAI.Responses.Response | undefined;
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') text += event.delta;
      if (event.type === 'response.completed') last = event.response;
    }
    expect(text).toBe(whole.output_text);
    expect(last?.output.map(({ type }) => type)).toEqual(['message', 'function_call']);
    expect(last?.output.at(-1)).toMatchObject({ name: 'calculate', arguments: expect.any(String) });
  });

  it('continue an earlier response by its id, and refuse an id that was not seen', async () => {
    const first = await ask({ tools: [calculate] });
    const call = first.output.find(({ type }) => type === 'function_call');
    const input = [
      {
        type: 'function_call_output' as const,
        call_id: (call as OpenAI.Responses.ResponseFunctionToolCall).call_id,
        output: '5',
      },
    ];
    const answered = await ask({ tools: [calculate], previous_response_id: first.id, input });
    expect(answered.output_text).toBe(expected);
    await expect(ask({ previous_response_id: 'resp_other' })).rejects.toMatchObject({ status: 400 });
  });

  it('end at the limit of the request', async () => {
    const cut = await ask({ tools: [calculate], max_output_tokens: 1 });
    expect(cut).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
  });

  it.each([
    ['{"model":"practice-task"}', 400],
    ['{"input":"x"}', 400],
    ['[]', 400],
    ['{"model":"other","input":"x"}', 404],
  ])('refuse %s with a sentence', async (body, status) => {
    const response = await fetch(`${server.url}/v1/responses`, { method: 'POST', body });
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toMatch(/\.$/);
  });
});

describe('agents of SDKs that use Responses unless told otherwise', () => {
  it.each([false, true])('the OpenAI Agents SDK calls its tool and answers, streamed %s', async (stream) => {
    const called: string[] = [];
    const agent = new Agent({
      name: 'clerk',
      instructions: INSTRUCTIONS,
      model: 'practice-task',
      tools: [
        tool({
          name: 'calculate',
          description: 'Calculates.',
          parameters,
          execute: async ({ expression }) => {
            called.push(expression);
            return '5';
          },
        }),
      ],
    });
    const modelProvider = new OpenAIProvider({ baseURL: `${server.url}/v1`, apiKey: 'k' });
    const runner = new Runner({ modelProvider, tracingDisabled: true });
    const result = stream ? await runner.run(agent, question, { stream }) : await runner.run(agent, question);
    if ('completed' in result) await result.completed;
    expect(called).toHaveLength(1);
    expect(result.finalOutput).toBe(expected);
  });

  it.each([false, true])('the AI SDK calls its tool and answers, streamed %s', async (stream) => {
    const called: string[] = [];
    const execute = async ({ expression }: { expression: string }) => {
      called.push(expression);
      return '5';
    };
    const settings = {
      model: createOpenAI({ baseURL: `${server.url}/v1`, apiKey: 'k' })('practice-task'),
      instructions: INSTRUCTIONS,
      prompt: question,
      tools: { calculate: tool_({ description: 'Calculates.', inputSchema: parameters, execute }) },
      stopWhen: isStepCount(4),
    };
    expect(stream ? await streamText(settings).text : (await generateText(settings)).text).toBe(expected);
    expect(called).toHaveLength(1);
  });
});
