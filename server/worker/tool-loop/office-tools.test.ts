import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentSettings } from '@/lib/domain/agent';
import { guardedConnection } from '@/server/adapters/guarded-fetch';
import { contractJob, NEVER } from '@/server/adapters/testing/agent-carrier-contract';
import { practiceOffice } from '@/server/practice-model/back-office/practice-office';
import { RULE_IDS, RULES } from '@/server/practice-model/back-office/rules';
import type { OfficeTask } from '@/server/practice-model/back-office/tasks';
import { CALL_SETTINGS_DEFAULT } from '@/server/practice-model/call-settings';
import { type PracticeServer, startPracticeModel } from '@/server/practice-model/http-server';
import type { ToolAgentSettings } from './open-tools';
import { openServer } from './open-tools';
import { makeToolAgent } from './tool-agent';

/** The built-in loop in the back office: its tools by the Model Context Protocol, its model the practice model. */
process.env.DATABASE_URL ??= 'postgresql://none@127.0.0.1:9/none';

let dataDir: string;
let office: PracticeServer;
let agent: ReturnType<typeof makeToolAgent>;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'waggle-office-tools-'));
  const settings = { ...CALL_SETTINGS_DEFAULT, timeScale: null };
  office = await startPracticeModel({ port: 0, dataDir, settings });
  const server = { via: 'http', name: 'office', url: `${office.url}/practice/back-office/mcp` } as const;
  const connection = guardedConnection(1, ['127.0.0.1']);
  const reach = { connection, secret: {}, programs: new Map() };
  const session = await openServer({ ...server, withSecret: false }, reach, new AbortController().signal);
  await session.close();
  await connection.close();
  const kind = { kind: 'tools', servers: [server], serverTools: session.tools };
  agent = makeToolAgent({
    ...{ settings: agentSettings.parse(kind) as ToolAgentSettings, secret: {}, programs: new Map() },
    ...{ proxyUrl: 'http://127.0.0.1', allowedAddresses: ['127.0.0.1'], places: new Map() },
  });
});
afterAll(async () => {
  await agent.close();
  await office.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Score of one rollout by the end state of its world. */
async function scoreOf({ question }: OfficeTask, system: string): Promise<number> {
  const openaiBaseUrl = `${office.url}/v1`;
  const end = await agent.carry(
    {
      ...{ ...contractJob, task: { input: { question, context: '' }, files: [] } },
      candidate: { hash: 'sha256:1', components: { system } },
      model: { name: 'practice-task', openaiBaseUrl, anthropicBaseUrl: office.url, apiKey: 'k' },
    },
    { signal: new AbortController().signal, posted: NEVER },
  );
  const answer = end.kind === 'outcome' && end.outcome.status === 'completed' ? end.outcome.output.text : '';
  const response = await fetch(`${office.url}/practice/back-office/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `${question}/${system.length}` },
    body: JSON.stringify({ question, context: '', answer, expected: '' }),
  });
  return ((await response.json()) as { score: number }).score;
}

const HANDBOOK = RULE_IDS.map((id) => `- ${RULES[id].advice[0]}`).join('\n');
const tickets = (difficulty: string) =>
  practiceOffice()
    .tasks.filter((task) => task.difficulty === difficulty)
    .slice(0, 8);

describe('the built-in loop in the back office', () => {
  it('settles what needs no rule, and what needs one once its text teaches the rule', async () => {
    for (const task of tickets('easy')) expect(await scoreOf(task, ''), task.question).toBe(1);
    for (const task of tickets('learnable')) {
      expect(await scoreOf(task, ''), task.question).toBeLessThan(1);
      expect(await scoreOf(task, HANDBOOK), task.question).toBe(1);
    }
  });

  it('has a world of its own for each of many rollouts at once', async () => {
    const scores = await Promise.all(tickets('easy').map((task) => scoreOf(task, 'Be polite.')));
    expect(scores).toEqual(scores.map(() => 1));
  });
});
