import { describe, expect, it } from 'vitest';
import type { TraceRecord } from '@/lib/domain/trace-span';
import { isAgentStep, trajectory as trajectorySchema } from '@/lib/domain/trajectory';
import { runAgent, type ToldAgent, type ToldRun } from '@/server/testing/telemetry/run-agent';
import { add, FINAL, lookup, QUESTION, SYSTEM, TURNS } from '@/server/testing/two-tool-conversation';
import { assembleTrace } from './assemble-trace';
import { readOtlp } from './otlp/read-otlp';
import { readOpenAiAgents } from './read-openai-agents';

/** Agents with unmodified instrumentations and exporters, whose telemetry must give back what they did. */
const recordsOf = ({ sent }: ToldRun): readonly TraceRecord[] =>
  sent.flatMap(({ path, contentType, body }) => {
    if (path === '/traces/ingest')
      return readOpenAiAgents(JSON.parse(new TextDecoder().decode(body))).records;
    const signal = path === '/v1/logs' ? 'logs' : 'traces';
    const encoding = contentType === 'application/json' ? 'json' : 'protobuf';
    const { records, rejected } = readOtlp({ signal, encoding, body });
    expect(rejected).toBe(0);
    return records;
  });

const resultOf = (name: string, input: object) => {
  try {
    const content =
      name === 'lookup' ? lookup(input as { city: string }) : add(input as { a: number; b: number });
    return { content, isError: false };
  } catch {
    return { content: 'an error', isError: true };
  }
};

/** The steps of the script. Each SDK words the failure of a tool in its own way. */
const acted = TURNS.map(({ text = '', calls = [] }) => ({
  text,
  calls: calls.map(({ name, input }) => ({ name, input })),
  results: calls.map(({ name, input }) => resultOf(name, input)),
}));

function actedIn(trace: ReturnType<typeof assembleTrace>) {
  return trace.trajectory.steps.filter(isAgentStep).map(({ text, toolCalls, results }) => {
    expect(results.map(({ callId }) => callId)).toEqual(toolCalls.map(({ id }) => id));
    return {
      text,
      calls: toolCalls.map((call) => ({ name: call.name, input: JSON.parse(call.arguments) })),
      results: results.map(({ content, isError }) => ({ content: isError ? 'an error' : content, isError })),
    };
  });
}

const tokensOf = (trace: ReturnType<typeof assembleTrace>) =>
  trace.trajectory.steps.filter(isAgentStep).map(({ metrics: { tokensIn, tokensOut, tokensCached } }) => ({
    ...{ tokensIn, tokensOut, tokensCached },
  }));

const WHOLE: readonly (ToldAgent & { readonly what: string })[] = [
  { what: 'OpenInference on chat, in Protobuf', name: 'openinference', api: 'chat', encoding: 'protobuf' },
  { what: 'OpenInference on responses, in JSON', name: 'openinference', api: 'responses', encoding: 'json' },
  { what: 'the GenAI conventions, in log records', name: 'genai-logs', api: 'chat' },
  { what: 'the AI SDK on chat, in JSON', name: 'ai-sdk', api: 'chat', encoding: 'json' },
  { what: 'the AI SDK on responses, streamed', name: 'ai-sdk', api: 'responses', isStreamed: true },
  { what: 'the older AI SDK on chat', name: 'ai-sdk', api: 'chat', isLegacy: true },
  {
    what: 'the older AI SDK on responses',
    name: 'ai-sdk',
    api: 'responses',
    isLegacy: true,
    isStreamed: true,
  },
];

describe('the telemetry of an agent', () => {
  it.each(WHOLE)('of $what is what the agent did', async ({ what: _, ...agent }) => {
    const run = await runAgent(agent);
    const records = recordsOf(run);
    const trace = assembleTrace(records);
    expect(run.text).toBe(FINAL);
    expect(trajectorySchema.parse(trace.trajectory)).toEqual(trace.trajectory);
    expect(trace.trajectory.steps.slice(0, 2)).toMatchObject([
      { source: 'system', text: SYSTEM },
      { source: 'user', text: QUESTION },
    ]);
    expect(trace.trajectory.steps).toHaveLength(2 + TURNS.length);
    expect(actedIn(trace)).toEqual(acted);
    expect(tokensOf(trace)).toEqual(run.usage);
    expect(trace.trajectory.tools.map(({ name }) => name)).toEqual(['lookup', 'add']);
    expect(trace.trajectory.agent).toEqual({ name: 'clerk', version: '1.2' });
    expect(trace).toMatchObject({ task: QUESTION, output: FINAL, isComplete: true, service: 'weather-desk' });
    expect(trace).toMatchObject({ error: null, unread: {} });
    expect(assembleTrace([...records, ...records].reverse())).toEqual(trace);
  });

  it('of the GenAI conventions has its evaluation and its prompt', async () => {
    const trace = assembleTrace(recordsOf(await runAgent({ name: 'genai-logs', api: 'chat' })));
    expect(trace.prompt).toEqual({ name: 'desk', version: null });
    expect(trace.scores).toMatchObject([{ name: 'warmth', by: 'event', value: 0.75 }]);
  });

  it('of OpenInference names the session and the user', async () => {
    const trace = assembleTrace(recordsOf(await runAgent({ name: 'openinference', api: 'chat' })));
    expect(trace).toMatchObject({ sessionId: 's1', userId: 'u1', name: 'clerk' });
  });

  it.each(['chat', 'responses'] as const)('of OpenLLMetry on %s is what the agent did', async (api) => {
    const run = await runAgent({ name: 'openllmetry', api });
    const trace = assembleTrace(recordsOf(run));
    expect(actedIn(trace)).toEqual(acted);
    // It does not record cached tokens; and on Responses neither the system text nor the tools.
    expect(tokensOf(trace)).toEqual(run.usage.map((usage) => ({ ...usage, tokensCached: 0 })));
    const first = api === 'chat' ? [SYSTEM, QUESTION] : [QUESTION];
    expect(trace.trajectory.steps.slice(0, first.length).map(({ text }) => text)).toEqual(first);
    expect(trace.trajectory.steps).toHaveLength(first.length + TURNS.length);
    expect(trace).toMatchObject({ task: QUESTION, output: FINAL, isComplete: true, unread: {} });
  });

  it('of the OpenAI Agents SDK on chat is what the agent did', async () => {
    const run = await runAgent({ name: 'openai-agents', api: 'chat' });
    const trace = assembleTrace(recordsOf(run), 'openaiAgents');
    expect(actedIn(trace)).toEqual(acted);
    expect(tokensOf(trace)).toEqual(run.usage);
    expect(trace.trajectory.steps.slice(0, 2).map(({ text }) => text)).toEqual([SYSTEM, QUESTION]);
    expect(trace.trajectory.agent.name).toBe('clerk');
    expect(trace.trajectory.tools.map(({ name }) => name)).toEqual(['lookup', 'add']);
    expect(trace).toMatchObject({ task: QUESTION, output: FINAL, isComplete: true, sessionId: 's1' });
    expect(trace).toMatchObject({ name: 'weather desk', source: 'openaiAgents', unread: {} });
  });

  it('of the OpenAI Agents SDK on responses has no texts: calls come from the spans of tools', async () => {
    const run = await runAgent({ name: 'openai-agents', api: 'responses' });
    const trace = assembleTrace(recordsOf(run), 'openaiAgents');
    // Tools that began in the same millisecond have no order.
    const sorted = (steps: ReturnType<typeof actedIn>) =>
      steps.map(({ calls, results }) => ({
        calls: calls.toSorted((a, b) => a.name.localeCompare(b.name)),
        results: results.toSorted((a, b) => a.content.localeCompare(b.content)),
      }));
    expect(sorted(actedIn(trace))).toEqual(sorted(acted));
    expect(trace.trajectory.steps.every(({ text }) => text === '')).toBe(true);
    expect(tokensOf(trace)).toEqual(run.usage);
    expect(trace).toMatchObject({ isComplete: true, sessionId: 's1', name: 'weather desk', unread: {} });
  });
});
