import { expect } from 'vitest';
import { provenIn } from '@/lib/dialects/injection';
import type { CallMessage } from '@/lib/domain/model-call';
import type { ScriptedTurn } from '@/lib/testing/scripted-endpoint/scripted-turn';
import { isFailed } from '@/lib/trajectory/tool-error';
import { type ModelEndpoint, type Scripted, startModelEndpoint } from './model-endpoint';
import { type ProxiedCall, type SmallProxy, type SmallProxyOptions, startSmallProxy } from './small-proxy';

/**
 * One conversation that every SDK has through the proxy: two tools, parallel calls, a tool that fails, and texts that are
 * more than ASCII. What the proxy read is held against the script.
 */
export const SYSTEM = 'You are a weather clerk.';
export const QUESTION = 'How warm is it in Zürich?';
export const PLAYBOOK = 'Line one.\n$& Never guess — "look" first.';
export const FINAL = 'It is 12 °C in Zürich, größer als gedacht 🌤.';

export const TURNS: readonly ScriptedTurn[] = [
  { text: 'Let me look.', calls: [{ name: 'lookup', input: { city: 'Zürich' } }] },
  {
    calls: [
      { name: 'lookup', input: { city: 'Basel' } },
      { name: 'add', input: { a: 1, b: 2 } },
    ],
  },
  { text: 'Once more.', calls: [{ name: 'add', input: { a: 0, b: 13 } }] },
  { text: FINAL, usage: { tokensCached: 3 } },
];

export const lookup = ({ city }: { city: string }) => `${city}: 12 °C`;

export function add({ a, b }: { a: number; b: number }): string {
  if (b === 13) throw new Error('unlucky number');
  return String(a + b);
}

export interface ProxiedEndpoint {
  readonly endpoint: ModelEndpoint;
  readonly proxy: SmallProxy;
  close(): Promise<void>;
}

export const PINNED = { model: 'pinned-model', temperature: 0.25, outputMax: 700 };

export async function startProxied(
  turns: readonly Scripted[] = TURNS,
  options: Pick<SmallProxyOptions, 'seen' | 'refuses'> = {},
): Promise<ProxiedEndpoint> {
  const endpoint = await startModelEndpoint(turns);
  const components = [{ name: 'system', way: 'prepend' as const, text: PLAYBOOK }];
  const proxy = await startSmallProxy({ endpoint, components, pinned: PINNED, ...options });
  return {
    endpoint,
    proxy,
    async close() {
      await proxy.close();
      await endpoint.close();
    },
  };
}

/** A question and the turns that answer it. */
export interface Exchange {
  readonly question: string;
  readonly turns: readonly ScriptedTurn[];
}

/** Holds the record of the calls that reached the model against the script. */
export async function expectWholeRecord(
  { endpoint, proxy }: ProxiedEndpoint,
  exchanges: readonly Exchange[] = [{ question: QUESTION, turns: TURNS }],
): Promise<readonly ProxiedCall[]> {
  const calls = (await proxy.ended()).filter(({ request }) => request !== null);
  const turns = exchanges.flatMap((exchange) => exchange.turns);
  expect(endpoint.calls.map(({ reply }) => reply !== null)).toEqual(turns.map(() => true));
  expect(calls).toHaveLength(turns.length);
  for (const [index, { request, reply, whole }] of calls.entries()) {
    const sent = endpoint.calls[index];
    const system = request?.system.join('\n') ?? '';
    expect(system.split(PLAYBOOK)).toHaveLength(2);
    expect(system.split(SYSTEM)).toHaveLength(2);
    expect(system.indexOf(PLAYBOOK)).toBeLessThan(system.indexOf(SYSTEM));
    expect(request && provenIn(request, PLAYBOOK)).toBe(true);
    expect(request?.tools.map(({ name }) => name)).toEqual(['lookup', 'add']);
    expect(request?.messages.map(plain)).toEqual(conversation(exchanges, index));
    expect(reply && plain(reply.message)).toEqual(plain(answerOf(turns[index] ?? {})));
    expect(whole).toBe(true);
    expect(reply?.usage).toEqual(sent?.reply?.usage);
    expect(sent?.body).toMatchObject({ model: PINNED.model, temperature: PINNED.temperature });
  }
  expectAnsweredCalls(calls.at(-1));
  return calls;
}

function expectAnsweredCalls(call: ProxiedCall | undefined): void {
  const messages = call?.request?.messages ?? [];
  const called = messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id));
  const answered = messages.flatMap(({ result }) => (result ? [result.callId] : []));
  expect(answered).toEqual(called);
  expect(new Set(called).size).toBe(called.length);
}

/** The conversation that turn `index` of all answers. */
function conversation(exchanges: readonly Exchange[], index: number): object[] {
  const [exchange, ...later] = exchanges;
  if (exchange === undefined) return [];
  const answered = exchange.turns
    .slice(0, index)
    .flatMap((turn) => [
      plain(answerOf(turn)),
      ...(turn.calls ?? []).map(({ name, input }) => ({ role: 'tool', text: '', ...resultOf(name, input) })),
    ]);
  const left = index - exchange.turns.length;
  return [
    { role: 'user', text: exchange.question },
    ...answered,
    ...(left < 0 ? [] : conversation(later, left)),
  ];
}

function resultOf(name: string, input: object): object {
  try {
    const content =
      name === 'lookup' ? lookup(input as { city: string }) : add(input as { a: number; b: number });
    return { result: { content, isError: false } };
  } catch {
    return { result: { content: 'an error', isError: true } };
  }
}

function answerOf(turn: ScriptedTurn): CallMessage {
  const toolCalls = turn.calls?.map(({ name, input }) => ({
    id: '',
    name,
    arguments: JSON.stringify(input),
  }));
  return { role: 'assistant', text: turn.text ?? '', ...(toolCalls ? { toolCalls } : {}) };
}

/** Without ids and reasoning, which not every SDK sends again; SDKs word a tool's error differently. */
function plain({ role, text, toolCalls, result }: CallMessage): object {
  const isError = result !== undefined && isFailed(result, false);
  return {
    role,
    text,
    ...(toolCalls
      ? { toolCalls: toolCalls.map(({ name, arguments: input }) => ({ name, input: JSON.parse(input) })) }
      : {}),
    ...(result ? { result: { content: isError ? 'an error' : result.content, isError } } : {}),
  };
}
