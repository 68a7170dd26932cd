import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READERS } from '@/lib/dialects/known-dialects';
import { isAgentStep, type Trajectory } from '@/lib/domain/trajectory';
import type { AgentCarrier } from '@/lib/ports/agent';
import { sized } from '@/lib/testing/test-size';
import { makeHttpAgent } from '@/server/adapters/agents/http-agent';
import { makeProgramAgent } from '@/server/adapters/agents/program-agent';
import { readAttempts } from '@/server/repositories/carried-attempts';
import type { NewAttempt } from '@/server/repositories/rollouts';
import { readTrajectory } from '@/server/repositories/trajectories';
import type { EndpointScript } from '@/server/testing/model-endpoint';
import { FINAL, TURNS } from '@/server/testing/two-tool-conversation';
import { carryRollout } from '@/server/worker/agents/carry-rollout';
import { openProxyBench, PLAYBOOK, type ProxyBench } from './testing/proxy-bench';

/**
 * Agents on SDKs that are used as they come, and one on Python's standard library, over real HTTP and as programs: what
 * the proxy recorded, measured and proved of their rollouts is held against the endpoint's own count.
 */
const AGENTS_FOLDER = path.resolve('server/testing/agents');
const SURE = 'Are you sure?';
const LAST = 'Yes, I am.';
const AGENTS = ['openai-agents', 'ai-sdk-openai', 'ai-sdk-anthropic', 'anthropic-tools'] as const;
const isPythonThere = spawnSync('python3', ['-c', '']).status === 0;
/** Rollouts of each agent, over both modes. A program loads its SDK for each of them. */
const ROLLOUTS = { http: sized(20, 60), program: sized(4, 60) };

/** Plays the conversation of each rollout by what the body holds, so that many may run at once. */
const script: EndpointScript = ({ body, dialect }) => {
  const { messages } = READERS[dialect].readRequest(body);
  const asked = messages.findLast(({ role, text }) => role === 'user' && text !== '');
  if (asked?.text === SURE) return { text: LAST };
  return TURNS[messages.filter(({ role }) => role === 'assistant').length] ?? { text: 'one turn too many' };
};

let bench: ProxyBench;
const children: ChildProcess[] = [];
let origins: Readonly<Record<string, string>>;

beforeAll(async () => {
  bench = await openProxyBench(script);
  origins = {
    node: await serve(process.execPath, ['as-http.mjs']),
    ...(isPythonThere ? { python: await serve('python3', ['stdlib-agent.py', '--serve']) } : {}),
  };
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await bench.close();
});

/** The origin of agents that print their port. */
async function serve(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { cwd: AGENTS_FOLDER, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const port = await new Promise((resolve) => child.stdout.once('data', (data) => resolve(`${data}`.trim())));
  return `http://127.0.0.1:${port}`;
}

function httpAgent(name: string, mode: string): AgentCarrier {
  const origin = name === 'python' ? origins.python : origins.node;
  return makeHttpAgent({
    url: `${origin}/${name}/${mode}`,
    ...{ secret: null, connections: 64, allowedAddresses: ['127.0.0.1'] },
  });
}

function programAgent(name: string, mode: string): AgentCarrier {
  const argv =
    name === 'python'
      ? ['python3', path.join(AGENTS_FOLDER, 'stdlib-agent.py'), mode]
      : [process.execPath, path.join(AGENTS_FOLDER, 'as-program.mjs'), name, mode];
  const program = { argv, memoryMb: 4096, processes: 256, concurrency: 3 };
  return makeProgramAgent({ name, isolation: 'none', program });
}

const cases = [...AGENTS, ...(isPythonThere ? ['python'] : [])].flatMap((name) =>
  (['http', 'program'] as const).flatMap((kind) =>
    (['stream', 'whole'] as const).map((mode) => ({ name, kind, mode })),
  ),
);

describe.skipIf(!isPythonThere)('with Python installed', () => {
  it('one of the agents is on its standard library', () => expect(origins.python).toBeDefined());
});

describe('agents that are used as they come', () => {
  it.each(cases)('$name by $kind, $mode', async ({ name, kind, mode }) => {
    const before = { ...bench.endpoint.bill() };
    const carrier = kind === 'http' ? httpAgent(name, mode) : programAgent(name, mode);
    const count = ROLLOUTS[kind] / 2;
    const given = Array.from({ length: count }, (_, index) =>
      bench.make(`How warm is it at place ${index}?`),
    );
    const interrupted = new AbortController().signal;
    const carry = (one: NewAttempt) =>
      carryRollout(bench.database.pg, {
        ...{ given: one, carrier, watch: bench.watch, interrupted },
        ...{ atOnce: 64, isQueued: false, givenUp: 'stopped' },
      });
    const replies = await Promise.all(given.map(carry));
    for (const reply of replies)
      expect(reply).toMatchObject({
        ...{ ok: true, text: LAST, attempts: 1, usageReported: true },
        rollout: {
          modelCalls: 5,
          injection: { system: 'proven' },
          limit: null,
          countedBy: 'proxy',
          toolErrors: 1,
        },
      });
    const attempts = (await Promise.all(given.map(({ id }) => readAttempts(bench.database.pg, id)))).flat();
    for (const [index, { trajectoryHash: hash, workspaceId }] of attempts.entries()) {
      const trajectory = await readTrajectory(bench.database.pg, { workspaceId, hash: hash ?? '' });
      expectConversation(trajectory, `How warm is it at place ${index}?`);
    }
    const bill = bench.endpoint.bill();
    const sum = (of: (one: (typeof attempts)[number]) => number) =>
      attempts.reduce((total, one) => total + of(one), 0);
    expect(sum(({ modelCalls }) => modelCalls)).toBe(bill.calls - before.calls);
    expect(sum(({ tokensIn }) => tokensIn)).toBe(bill.tokensIn - before.tokensIn);
    expect(sum(({ tokensOut }) => tokensOut)).toBe(bill.tokensOut - before.tokensOut);
    expect(sum(({ costUsd }) => costUsd ?? Number.NaN)).toBeCloseTo(bill.usd - before.usd, 6);
  });
});

/** Both questions, every turn, each tool call with its result, and the playbook in the system text. */
function expectConversation(trajectory: Trajectory | null, question: string): void {
  const steps = trajectory?.steps ?? [];
  expect(steps.flatMap((step) => (step.source === 'user' ? [step.text] : []))).toEqual([question, SURE]);
  expect(steps.some((step) => step.source === 'system' && step.text.includes(PLAYBOOK))).toBe(true);
  const turns = steps.filter(isAgentStep);
  expect(turns.map(({ text }) => text)).toEqual(['Let me look.', '', 'Once more.', FINAL, LAST]);
  expect(turns.map(({ toolCalls }) => toolCalls.map(({ name }) => name))).toEqual([
    ['lookup'],
    ['lookup', 'add'],
    ['add'],
    [],
    [],
  ]);
  for (const { toolCalls, results } of turns)
    expect(results.map(({ callId }) => callId)).toEqual(toolCalls.map(({ id }) => id));
  expect(turns[2]?.results).toMatchObject([{ isError: true }]);
  expect(trajectory?.broken).toEqual([]);
}
