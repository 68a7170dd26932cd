import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerSplitBody } from '@/lib/contracts/splits';
import { createTaskBody } from '@/lib/contracts/tasks';
import { agentSettings } from '@/lib/domain/agent';
import { environmentVerdict } from '@/lib/domain/environment-verdict';
import { AppError } from '@/lib/errors/app-error';
import { forgetConfig } from '@/server/config/config';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { createAgent } from '@/server/services/agents/save-agent';
import { createTask } from '@/server/services/datasets/manage-tasks';
import { registerSplit } from '@/server/services/datasets/register-split';
import { addPracticeTasks } from '@/server/services/environments/import-tasks';
import { startRun } from '@/server/services/launches/start-run';
import { openProxiedAgentLab, type ProxiedAgentLab } from '../agents/testing/proxied-agent-lab';
import { executeRun } from '../handlers/execute-run';
import { openEnvironmentAgent } from './environment-agents';

/** A whole run whose attempts Harbor runs: a command of ours in its place, the recording proxy, the results read back. */
let there: ProxiedAgentLab;
let listener: ReturnType<typeof makeListener>;

beforeAll(async () => {
  const command = path.resolve('server/adapters/testing/harbor-in-a-folder.mjs');
  process.env.WAGGLE_HARBOR_COMMAND = `${process.execPath} ${command}`;
  there = await openProxiedAgentLab({ train: 2, heldOut: 2 });
  forgetConfig();
  listener = makeListener(there.lab.database.url);
});
afterAll(async () => {
  delete process.env.WAGGLE_HARBOR_COMMAND;
  forgetConfig();
  await listener.close();
  await there.close();
});

const settings = agentSettings.parse({
  ...{ kind: 'terminal', harbor: { agent: 'terminus-2' }, reset: 'eachRollout', tools: 'sandboxed' },
  ...{ components: [{ name: 'system', initialText: 'Weigh every bag twice.' }], rolloutsMax: 2 },
});

it('a run is scored by what Harbor read from its verifier, and its calls are those of the proxy', async () => {
  const { actor, providerId, database } = there.lab;
  const dataset = await addPracticeTasks(actor, { name: 'Practice tasks' });
  const rule = { kind: 'counts', counts: { train: 2, selection: 0, heldOut: 2, confirmation: 0 } };
  const split = await registerSplit(actor, {
    datasetId: dataset.id,
    ...registerSplitBody.parse({ name: 'Small', rule, salt: 'harbor' }),
  });
  const body = createTaskBody.parse({ name: 'Shell', scoring: { kind: 'environment' } });
  const task = await createTask(actor, body, () => undefined);
  const agent = await createAgent(actor, { name: 'By Harbor', settings }, () => undefined);
  const model = (name: string) => ({ providerId, model: `practice-${name}` });
  const experimentId = await there.lab.makeExperiment({
    ...{ taskId: task.id, splitId: split.id, lanes: 2, agentId: agent.id },
    models: { serving: model('task'), proposer: model('proposer'), evaluator: model('judge') },
    batch: { kind: 'static', size: 2, reason: 'A test takes all examples at once.' },
    method: { name: 'ace', maxRounds: 1 },
  });
  const { id } = await startRun(actor, { experimentId, kind: 'comparisonPoint', seed: 3 });
  const signal = new AbortController().signal;
  const worker = { worker: 'worker', pool: database.pg, listener, closing: signal };
  expect(await executeRun({ payload: { runId: id }, tries: 0, signal }, worker)).toBe('done');
  const rows = await db().rollout.findMany({ where: { runId: id } });
  expect(rows.length).toBeGreaterThan(0);
  for (const { status, modelCalls, countedBy, injection, environment } of rows) {
    expect({ status, modelCalls, countedBy, injection }).toEqual({
      ...{ status: 'completed', modelCalls: 1, countedBy: 'proxy', injection: { system: 'proven' } },
    });
    const verdict = environmentVerdict.parse(environment);
    expect(verdict).toMatchObject({
      value: 0,
      rewards: { reward: 0 },
      output: 'one passed',
      timedOut: false,
    });
  }
}, 120_000);

it('a worker without the command leaves its run to another', async () => {
  const { database, actor } = there.lab;
  const { WAGGLE_HARBOR_COMMAND: command } = process.env;
  delete process.env.WAGGLE_HARBOR_COMMAND;
  forgetConfig();
  const opening = openEnvironmentAgent(database.pg, actor.workspaceId, settings as never);
  const refused = await opening.catch((error: unknown) => error);
  process.env.WAGGLE_HARBOR_COMMAND = command;
  forgetConfig();
  expect(AppError.is(refused, 'ENVIRONMENT_DOWN') ? refused.userMessage : '').toContain(
    'WAGGLE_HARBOR_COMMAND',
  );
});
