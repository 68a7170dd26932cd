import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedTool } from '@/lib/domain/tool-agent';
import { isAgentStep } from '@/lib/domain/trajectory';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { readTrajectory } from '@/server/repositories/trajectories';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import type { EndpointCall, Scripted } from '@/server/testing/model-endpoint';
import { openProxiedAgentLab, type ProxiedAgentLab } from '../agents/testing/proxied-agent-lab';
import { pinnedAgent, startWithAgent } from '../agents/testing/run-with-agent';
import { executeRun } from '../handlers/execute-run';
import { EVERYTHING_PROGRAM, type EverythingServer, startEverything } from './testing/everything';

/**
 * Whole runs of the built-in loop with the reference server of the Model Context Protocol, as its makers publish it, over
 * HTTP and over stdio: model calls through the recording proxy, a provider that keeps its own bill.
 */
let there: ProxiedAgentLab;
let everything: EverythingServer;
let listed: ListedTool[];
let listener: ReturnType<typeof makeListener>;
const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-tools-'));

/** Two tools at once in the first turn, then the answer; right once the system text has grown. */
function turn({ body }: EndpointCall): Scripted {
  const text = JSON.stringify(body);
  // Learned text quotes questions too, so the number is that of the task.
  const messages = body.messages as unknown as readonly { role: string; content: string }[];
  const task = messages.find(({ role }) => role === 'user')?.content ?? '';
  const number = Number(/What is (\d+) plus a quarter/.exec(task)?.[1] ?? 0);
  if (!text.includes('"role":"tool"'))
    return {
      text: 'Adding.',
      calls: [
        { name: 'get-sum', input: { a: number, b: 0.25 } },
        { name: 'echo', input: { message: `sum of ${number}` } },
      ],
    };
  return { text: text.length > 3_500 ? `${number}.25` : `${number}` };
}

beforeAll(async () => {
  const file = path.join(folder, 'commands.json');
  const { argv, memoryMb, processes, concurrency } = EVERYTHING_PROGRAM;
  writeFileSync(file, JSON.stringify({ everything: { use: 'mcp', argv, memoryMb, processes, concurrency } }));
  process.env.WAGGLE_COMMANDS = file;
  everything = await startEverything();
  listed = await everything.tools('echo', 'get-sum');
  there = await openProxiedAgentLab({ train: 4, heldOut: 2, fault: turn });
  listener = makeListener(there.lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await there.close();
  await everything.kill();
  rmSync(folder, { recursive: true });
  delete process.env.WAGGLE_COMMANDS;
});

const SERVERS = {
  http: () => [{ via: 'http', name: 'everything', url: everything.url }],
  stdio: () => [{ via: 'command', name: 'everything' }],
};
const described = (name: string) => listed.find((tool) => tool.name === name)?.description ?? '';

function agentWith(servers: object, settings: object = {}) {
  const components = [
    { name: 'system' },
    { name: 'tool.get-sum', initialText: `${described('get-sum')} Exactly.` },
  ];
  return pinnedAgent({ kind: 'tools', servers, serverTools: listed, components, ...settings });
}

async function carry(agent: ReturnType<typeof agentWith>): Promise<string> {
  const id = await startWithAgent(there.lab, there.experimentId, agent);
  const signal = new AbortController().signal;
  const job = { payload: { runId: id }, tries: 0, signal };
  const parts = { worker: 'worker', pool: there.lab.database.pg, listener, closing: signal };
  expect(await executeRun(job, parts)).toBe('done');
  return id;
}
const rowsOf = (runId: string) => db().rollout.findMany({ where: { runId } });

describe('a run with the built-in loop and an unmodified tool server', () => {
  it.each(['http', 'stdio'] as const)('over %s is recorded, billed, proven and replayed', async (via) => {
    const before = { ...there.endpoint.bill() };
    const id = await carry(agentWith(SERVERS[via]()));
    expect(await getRun(there.lab.actor, { runId: id })).toMatchObject({ status: 'finished' });
    const rows = await rowsOf(id);
    expect(rows.length).toBeGreaterThanOrEqual(6);
    const bill = there.endpoint.bill();
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
    expect(sum(({ modelCalls }) => modelCalls)).toBe(bill.calls - before.calls);
    expect(sum(({ tokensIn }) => tokensIn)).toBe(bill.tokensIn - before.tokensIn);
    expect(sum(({ costUsd }) => costUsd ?? Number.NaN)).toBeCloseTo(bill.usd - before.usd, 9);
    for (const { status, injection, trajectoryHash, workspaceId, input } of rows) {
      expect(status).toBe('completed');
      expect(injection).toMatchObject({ 'tool.get-sum': 'proven' });
      expect((injection as { system: string }).system).not.toBe('failed');
      const trajectory = await readTrajectory(there.lab.database.pg, {
        workspaceId,
        hash: trajectoryHash ?? '',
      });
      const [first, second] = (trajectory?.steps ?? []).filter(isAgentStep);
      const number = Number(/(\d+)/.exec((input as { question: string }).question)?.[1]);
      expect(first?.toolCalls.map(({ name, arguments: given }) => [name, JSON.parse(given)])).toEqual([
        ['get-sum', { a: number, b: 0.25 }],
        ['echo', { message: `sum of ${number}` }],
      ]);
      expect(first?.results.map(({ content }) => content)).toEqual([
        `The sum of ${number} and 0.25 is ${number + 0.25}.`,
        `Echo: sum of ${number}`,
      ]);
      expect(second?.toolCalls).toEqual([]);
    }
    expect(rows.some(({ injection }) => (injection as { system: string }).system === 'proven')).toBe(true);
    const replayed = await replayRun(there.lab.actor, { runId: id, limits: null });
    expect(replayed).toMatchObject({ verdict: 'same' });
    expect(there.endpoint.bill().calls, 'a replay asks no model').toBe(bill.calls);
    expect(await rowsOf(id)).toHaveLength(rows.length);
  });

  it('scores what the model last said once it has used its steps', async () => {
    const id = await carry(agentWith(SERVERS.http(), { limits: { modelCalls: 1 } }));
    for (const { status, fault, modelCalls, outcome } of await rowsOf(id)) {
      expect({ status, modelCalls }).toEqual({ status: 'limit', modelCalls: 1 });
      expect(fault).toMatchObject({ failure: 'limit', fault: 'modelCalls' });
      expect(outcome).toMatchObject({ output: { text: 'Adding.' } });
    }
  });

  it('has no score where its tool server is away, after three tries', async () => {
    const gone = [{ via: 'http', name: 'everything', url: 'http://127.0.0.1:9/mcp' }];
    const before = there.endpoint.bill().calls;
    const id = await carry(agentWith(gone));
    const rows = await rowsOf(id);
    expect(Math.max(...rows.map(({ attempt }) => attempt))).toBe(3);
    for (const { status, fault } of rows)
      expect({ status, fault }).toMatchObject({
        status: 'failed',
        fault: { failure: 'infrastructure', fault: 'toolsAway' },
      });
    const finished = (await readLedger(there.lab.database.pg, id)).flatMap((entry) =>
      entry.type === 'rollout.finished' ? [entry.data] : [],
    );
    for (const { score, cause } of finished)
      expect({ score, code: cause?.code }).toEqual({ score: null, code: 'unavailable' });
    expect(there.endpoint.bill().calls).toBe(before);
  });
});
