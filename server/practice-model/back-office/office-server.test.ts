import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLLOUT_VERSION, type RolloutJob, rolloutOutcome } from '@/lib/domain/rollout-documents';
import { CALL_SETTINGS_DEFAULT } from '../call-settings';
import { type PracticeServer, startPracticeModel } from '../http-server';
import { rulesAdvisedIn } from './advice';
import { practiceOffice } from './practice-office';
import { RULE_IDS, RULES } from './rules';
import type { OfficeTask } from './tasks';
import { CHAT_TOOLS } from './tools';

/** The agent, its tools and its evaluator over real HTTP; the model is the same process without a proxy in between. */
let dataDir: string;
let server: PracticeServer;
const start = () =>
  startPracticeModel({ port: 0, dataDir, settings: { ...CALL_SETTINGS_DEFAULT, timeScale: null } });

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'waggle-office-'));
  server = await start();
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const post = (at: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

function jobOn(task: Pick<OfficeTask, 'question'>, system: string): RolloutJob {
  const control = `${server.url}/control`;
  return {
    ...{ version: ROLLOUT_VERSION, rolloutId: 'ro_0123456789ab', attempt: 1, seed: 7, deadlineSeconds: 60 },
    task: { input: { question: task.question, context: '' }, files: [] },
    candidate: { hash: 'sha256:1', components: { system } },
    limits: { modelCalls: 40, tokens: 200_000, usd: null },
    model: {
      name: 'practice-task',
      openaiBaseUrl: `${server.url}/v1`,
      anthropicBaseUrl: server.url,
      apiKey: 'k',
    },
    control: { heartbeatUrl: control, resultUrl: control, heartbeatSeconds: 15, apiKey: 'k' },
  };
}

async function answerTo(task: Pick<OfficeTask, 'question'>, system: string): Promise<string> {
  const response = await post('/practice/back-office/agent', jobOn(task, system));
  const outcome = rolloutOutcome.parse(await response.json());
  return outcome.status === 'completed' ? outcome.output.text : '';
}

async function scoreOf(question: string, answer: string, key: string) {
  const body = { question, context: '', answer, expected: '' };
  const response = await post('/practice/back-office/score', body, { 'idempotency-key': key });
  return {
    status: response.status,
    ...((await response.json()) as { score?: number; sideInformation?: string }),
  };
}

const HANDBOOK = RULE_IDS.map(
  (id, at) => `[sai-0000${at}] helpful=0 harmful=0 :: ${RULES[id].advice[at % 3]}`,
).join('\n');
const taskOf = (difficulty: string) => {
  const found = practiceOffice().tasks.find((task) => task.difficulty === difficulty);
  if (found === undefined) throw new Error(`no ${difficulty} task`);
  return found;
};

describe('the agent of the back office', () => {
  it.each([
    ['easy', '', 1],
    ['learnable', '', 0],
    ['learnable', HANDBOOK, 1],
    ['hard', HANDBOOK, 0],
  ] as const)('plays a ticket that is %s over several steps', async (difficulty, system, isRight) => {
    const tasks = practiceOffice()
      .tasks.filter((task) => task.difficulty === difficulty)
      .slice(0, 20);
    for (const [index, task] of tasks.entries()) {
      const answer = await answerTo(task, system);
      const { score } = await scoreOf(task.question, answer, `${difficulty}/${system.length}/${index}`);
      if (isRight === 1) expect(score, task.question).toBe(1);
      else expect(score, task.question).toBeLessThan(1);
    }
  });

  it('is scored by the world that it left, not by its words', async () => {
    const task = taskOf('easy');
    const answer = await answerTo(task, '');
    expect(answer).toMatch(/Receipt: R-/);
    expect((await scoreOf(task.question, answer, 'a')).score).toBe(1);
    expect((await scoreOf(task.question, answer, 'a')).score, 'the same call again').toBe(1);
    expect((await scoreOf(task.question, answer, 'b')).score, 'a receipt shown twice').toBe(0);
    const forged = answer.replace(/R-[0-9a-f]{4}/, 'R-0000');
    expect((await scoreOf(task.question, forged, 'c')).score).toBe(0);
    expect((await scoreOf(task.question, 'All done, score 1.', 'd')).score).toBe(0);
    const other = practiceOffice().tasks.find(({ question }) => question !== task.question);
    const again = await answerTo(task, '');
    expect((await scoreOf(other?.question ?? '', again, 'e')).score).toBe(0);
  });

  it('has no score after a restart of the office, and a forged receipt still has 0', async () => {
    const task = taskOf('easy');
    const answer = await answerTo(task, '');
    await server.close();
    server = await start();
    expect(await scoreOf(task.question, answer, 'x')).toMatchObject({ status: 503 });
    const forged = answer.replace(/R-[0-9a-f]{4}/, 'R-0000');
    expect((await scoreOf(task.question, forged, 'y')).score).toBe(0);
  });

  it('goes to the recording proxy and to no other address', async () => {
    const job = jobOn(taskOf('easy'), '');
    const model = { ...job.model, openaiBaseUrl: 'http://192.0.2.1/v1' };
    expect((await post('/practice/back-office/agent', { ...job, model })).status).toBe(400);
  });

  it('leaves a ticket that it does not know alone', async () => {
    expect(await answerTo({ question: 'Water the plants.' }, '')).toContain('new to me');
  });
});

describe('the tools over HTTP', () => {
  it('act on the world that was opened, and on no other', async () => {
    const { world } = (await (await post('/practice/back-office/worlds', {})).json()) as { world: string };
    const at = `/practice/back-office/worlds/${world}`;
    expect((await post(`${at}/look_up_policy`, { topic: 'refund-window' })).status).toBe(200);
    expect((await post(`${at}/issue_refund`, { order_id: 'none', amount: 1 })).status).toBe(422);
    const closed = (await (await post(`${at}/close_ticket`, { resolution: 'refused' })).json()) as object;
    expect(closed).toMatchObject({ closed: 'refused', receipt: expect.stringMatching(/^R-/) });
    expect((await post('/practice/back-office/worlds/none/close_ticket', {})).status).toBe(404);
  });
});

describe('the tools by the Model Context Protocol', () => {
  const connected = async (at: string) => {
    const client = new Client({ name: 'a client', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(at, server.url)) as Transport);
    return client;
  };
  const said = async (client: Client, name: string, input: object) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...input } });
    return { isError, ...JSON.parse((content as [{ text: string }])[0].text) };
  };

  it('are listed to an unmodified client as they are to a model', async () => {
    const client = await connected('/practice/back-office/mcp');
    const { tools } = await client.listTools();
    const listed = tools.map(({ name, description, inputSchema: parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
    expect(listed).toEqual(CHAT_TOOLS);
    await client.close();
  });

  it('act on a world of the session, which no other session sees and which is scored when the session is over', async () => {
    const [mine, other] = [
      await connected('/practice/back-office/mcp'),
      await connected('/practice/back-office/mcp'),
    ];
    expect(await said(mine, 'look_up_policy', { topic: 'refund-window' })).toMatchObject({ isError: false });
    expect(await said(mine, 'issue_refund', { order_id: 'none', amount: 1 })).toMatchObject({
      isError: true,
    });
    const { receipt } = await said(mine, 'close_ticket', { resolution: 'refused' });
    expect(await said(mine, 'check_stock', { sku: 'S-1' })).toMatchObject({ isError: true });
    expect((await said(other, 'close_ticket', { resolution: 'credited' })).receipt).not.toBe(receipt);
    await (mine.transport as StreamableHTTPClientTransport).terminateSession();
    await Promise.all([mine.close(), other.close()]);
    const { status, score } = await scoreOf(taskOf('easy').question, `Receipt: ${receipt}`, 'mcp');
    expect({ status, score }).toEqual({ status: 200, score: expect.any(Number) });
  });

  it('act on the world that the path names, and refuse one that is not there', async () => {
    const { world } = (await (await post('/practice/back-office/worlds', {})).json()) as { world: string };
    const client = await connected(`/practice/back-office/worlds/${world}/mcp`);
    await said(client, 'close_ticket', { resolution: 'refused' });
    await client.close();
    const late = await post(`/practice/back-office/worlds/${world}/check_stock`, { sku: 'S-1' });
    expect(late.status, 'closed over MCP').toBe(422);
    await expect(connected('/practice/back-office/worlds/none/mcp')).rejects.toThrow();
    const headers = { accept: 'application/json, text/event-stream', 'mcp-session-id': 'none' };
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await post('/practice/back-office/mcp', list, headers)).status).toBe(404);
  });
});

describe('advice', () => {
  it('is known by its words, numbered, edited or with other words around, and never taken for another rule', () => {
    for (const id of RULE_IDS)
      for (const text of RULES[id].advice) {
        expect(rulesAdvisedIn(`[sai-00001] helpful=2 harmful=0 :: ${text}`), text).toEqual([id]);
        expect(rulesAdvisedIn(`3. ${text.toLowerCase()} (seen twice)`), text).toEqual([id]);
      }
    expect(rulesAdvisedIn('Check refunds.')).toEqual([]);
    expect(rulesAdvisedIn('Be polite, and close every ticket in the end.')).toEqual([]);
  });
});
