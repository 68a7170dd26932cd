import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerSplitBody } from '@/lib/contracts/splits';
import { createTaskBody } from '@/lib/contracts/tasks';
import { agentSettings } from '@/lib/domain/agent';
import { environmentVerdict } from '@/lib/domain/environment-verdict';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { createAgent } from '@/server/services/agents/save-agent';
import { createTask } from '@/server/services/datasets/manage-tasks';
import { registerSplit } from '@/server/services/datasets/register-split';
import { addPracticeTasks } from '@/server/services/environments/import-tasks';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { openProxiedAgentLab, type ProxiedAgentLab } from '../agents/testing/proxied-agent-lab';
import { executeRun } from '../handlers/execute-run';

/**
 * A whole run on the practice tasks: sandboxes, the terminal agent through the recording proxy, the tests of each task as
 * the only score.
 */
const whyNot = await bubblewrapSandboxes.whyNot();
let there: ProxiedAgentLab;
let listener: ReturnType<typeof makeListener>;
/** Settings of an experiment, without its agent. */
let parts: object;

beforeAll(async () => {
  there = await openProxiedAgentLab({ train: 2, heldOut: 2 });
  listener = makeListener(there.lab.database.url);
  const { actor, providerId } = there.lab;
  const dataset = await addPracticeTasks(actor, { name: 'Practice tasks' });
  const rule = { kind: 'counts', counts: { train: 6, selection: 0, heldOut: 4, confirmation: 0 } };
  const split = await registerSplit(actor, {
    datasetId: dataset.id,
    ...registerSplitBody.parse({ name: 'Small', rule, salt: 'terminal' }),
  });
  const body = createTaskBody.parse({ name: 'Shell', scoring: { kind: 'environment' } });
  const task = await createTask(actor, body, () => undefined);
  const model = (name: string) => ({ providerId, model: `practice-${name}` });
  parts = {
    ...{ taskId: task.id, splitId: split.id, lanes: 3 },
    models: { serving: model('task'), proposer: model('proposer'), evaluator: model('judge') },
    batch: { kind: 'static', size: 6, reason: 'A test takes all examples at once.' },
    method: { name: 'ace', maxRounds: 1 },
  };
});
afterAll(async () => {
  await listener.close();
  await there.close();
});

/** Asks its model once over the address that it was given, and leaves the task as it is. */
const INSTALLED = `
url=\${WAGGLE_OPENAI_BASE_URL#http://}; at=\${url%%/*}
body='{"model":"any","messages":[{"role":"user","content":"Hello."}]}'
exec 3<>"/dev/tcp/\${at%:*}/\${at#*:}"
printf 'POST /%s/chat/completions HTTP/1.1\\r\\nhost: proxy\\r\\nauthorization: Bearer %s\\r\\ncontent-type: application/json\\r\\ncontent-length: %s\\r\\nconnection: close\\r\\n\\r\\n%s' "\${url#*/}" "$WAGGLE_API_KEY" "\${#body}" "$body" >&3
head -n 1 <&3`;

let seeds = 6;

/** A run with an agent of these settings. */
async function carry(over: object = {}): Promise<string> {
  const { actor } = there.lab;
  const settings = agentSettings.parse({
    ...{ kind: 'terminal', reset: 'eachRollout', tools: 'sandboxed', rolloutsMax: 3 },
    limits: { modelCalls: 12, seconds: 300 },
    ...over,
  });
  seeds += 1;
  const agent = await createAgent(actor, { name: `Terminal ${seeds}`, settings }, () => undefined);
  const experimentId = await there.lab.makeExperiment({ ...parts, agentId: agent.id });
  const { id } = await startRun(actor, { experimentId, kind: 'comparisonPoint', seed: seeds });
  const signal = new AbortController().signal;
  const worker = { worker: 'worker', pool: there.lab.database.pg, listener, closing: signal };
  expect(await executeRun({ payload: { runId: id }, tries: 0, signal }, worker)).toBe('done');
  return id;
}

describe.skipIf(whyNot !== null)(
  `a run in sandboxes${whyNot === null ? '' : ` (skipped: ${whyNot})`}`,
  () => {
    it('learns house rules from failed tests, is scored by them alone, and replays without a sandbox', async () => {
      const id = await carry();
      expect(await getRun(there.lab.actor, { runId: id })).toMatchObject({ status: 'finished' });
      const rows = await db().rollout.findMany({ where: { runId: id } });
      expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'completed'));
      const verdicts = rows.map(({ environment }) => environmentVerdict.parse(environment));
      for (const { value, rewards, changedFiles } of verdicts) {
        expect(rewards).toEqual({ reward: value });
        expect(changedFiles.filter(({ path }) => /^.(tests|logs|run|solution)/.test(path))).toEqual([]);
      }
      const ledger = await readLedger(there.lab.database.pg, id);
      const finished = ledger.flatMap((entry) => (entry.type === 'rollout.finished' ? [entry.data] : []));
      expect(finished).toHaveLength(rows.length);
      const sum = (values: readonly (number | null)[]) =>
        values.reduce<number>((all, one) => all + (one ?? 0), 0);
      expect(finished.every(({ score }) => score === 0 || score === 1)).toBe(true);
      expect(sum(finished.map(({ score }) => score))).toBe(sum(verdicts.map(({ value }) => value)));
      const learned = ledger.flatMap((entry) => (entry.type === 'candidate.created' ? [entry.data] : []));
      expect(JSON.stringify(learned).length).toBeGreaterThan(0);
      const means = ledger.flatMap((entry) =>
        entry.type === 'heldOut.measured' ? [entry.data.score.mean] : [],
      );
      expect(means.at(-1)).toBeGreaterThanOrEqual(means[0] ?? 1);
      const injected = rows.filter(({ injection }) => (injection as { system: string }).system === 'proven');
      expect(injected.length).toBeGreaterThan(0);
      expect(await replayRun(there.lab.actor, { runId: id, limits: null })).toMatchObject({
        verdict: 'same',
      });
      expect(await db().rollout.count({ where: { runId: id } })).toBe(rows.length);
    }, 120_000);

    it('runs a command of the sandbox, whose only way out is the recording proxy', async () => {
      const components = [{ name: 'system', injection: 'prepend' }];
      const id = await carry({ command: INSTALLED, components });
      const rows = await db().rollout.findMany({ where: { runId: id } });
      expect(rows.length).toBeGreaterThan(0);
      for (const { status, modelCalls, outcome, environment } of rows) {
        expect({ status, modelCalls }).toEqual({ status: 'completed', modelCalls: 1 });
        expect(outcome).toMatchObject({ output: { text: expect.stringContaining('200') } });
        expect(environmentVerdict.parse(environment).value).toBe(0);
      }
    }, 120_000);
  },
);
