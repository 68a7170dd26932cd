import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CreateTaskInput, createTaskBody } from '@/lib/contracts/tasks';
import { type LoopbackServer, openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { forgetConfig } from '@/server/config/config';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { checkAddress } from '@/server/http/model-access';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { createTask } from '@/server/services/datasets/manage-tasks';
import { startRun } from '@/server/services/launches/start-run';
import { replayRun } from '@/server/services/runs/replay-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

/** Words that the artefact has to contain; only the evaluator knows them. */
const WORDS = ['apple', 'river', 'zebra'];
const SECRET = 'evaluator-secret';

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let evaluator: LoopbackServer;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 2, heldOut: 2, timeScale: null });
  listener = makeListener(lab.database.url);
  evaluator = await openLoopbackServer(({ body }, response) => {
    const missing = WORDS.filter((word) => !body.answer.toLowerCase().includes(word));
    const score = 1 - missing.length / WORDS.length;
    const sideInformation = `These words are missing: ${missing.join(', ')}.`;
    response.end(JSON.stringify({ score, sideInformation, objectives: { coverage: score } }));
  });
  process.env.WAGGLE_ALLOWED_ADDRESSES = new URL(evaluator.url).host;
  forgetConfig();
});
afterAll(async () => {
  delete process.env.WAGGLE_ALLOWED_ADDRESSES;
  forgetConfig();
  await evaluator.close();
  await listener.close();
  await lab.close();
});

const taskOf = (name: string, more: object = {}): CreateTaskInput =>
  createTaskBody.parse({
    name,
    scoring: { kind: 'http', url: evaluator.url, header: 'X-Key', timeoutSeconds: 5 },
    secret: SECRET,
    artefact: { kind: 'single' },
    ...more,
  });

function carry(runId: string) {
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  const parts = { worker: 'worker', pool: lab.database.pg, listener, closing: new AbortController().signal };
  return executeRun(job, parts);
}

async function carried(experimentId: string): Promise<string> {
  const { id } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 3 });
  expect(await carry(id)).toBe('done');
  return id;
}

describe('an artefact that an HTTP evaluator scores', () => {
  it('improves on the feedback of its evaluator, and its run replays without a call', async () => {
    const task = await createTask(lab.actor, taskOf('Words'), checkAddress);
    expect(task).toMatchObject({ artefact: true, hasSecret: true, scoring: { kind: 'http' } });
    const experimentId = await lab.makeExperiment({
      taskId: task.id,
      splitId: task.data?.splitId,
      batch: { kind: 'static', size: 1, reason: 'A single artefact has one example.' },
      epochs: 2,
    });
    const runId = await carried(experimentId);

    const ledger = await readLedger(lab.database.pg, runId);
    const measured = ledger.flatMap((entry) =>
      entry.type === 'heldOut.measured' ? [entry.data.score.mean] : [],
    );
    expect(measured[0]).toBe(0);
    expect(measured.at(-1)).toBe(1);
    const finished = ledger.find((entry) => entry.type === 'run.finished');
    expect(finished?.data).toMatchObject({ bestScore: { n: 1 }, spend: { rollouts: 2 }, failures: 0 });

    const calls = await db().journalCall.findMany({ where: { runId } });
    const serving = calls.filter(({ purpose }) => purpose === 'generate' || purpose === 'evaluate');
    expect(new Set(serving.map(({ model, costUsd }) => `${model} ${costUsd}`))).toEqual(
      new Set(['the candidate itself 0']),
    );
    const paid = calls.filter(({ purpose }) => purpose === 'environment');
    expect(paid).toHaveLength(evaluator.asked.length);
    expect(new Set(evaluator.asked.map(({ headers }) => headers['x-key']))).toEqual(new Set([SECRET]));
    expect(new Set(evaluator.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(paid.length);

    const reflected = calls.find(({ purpose }) => purpose === 'reflect');
    const messages = (reflected?.messages ?? []) as { textHash: string }[];
    const hashes = messages.map(({ textHash }) => textHash);
    const texts = await db().text.findMany({ where: { hash: { in: hashes } } });
    const prompt = texts.map(({ body }) => body).join('\n');
    expect(prompt).toContain('The evaluator says: These words are missing: apple, river, zebra.');
    expect(prompt).toContain('coverage 0');

    const asked = evaluator.asked.length;
    expect(await replayRun(lab.actor, { runId: runId, limits: null })).toMatchObject({ verdict: 'same' });
    expect(evaluator.asked).toHaveLength(asked);
  });

  it('is trained and measured on the same tasks, each sent with its description', async () => {
    const descriptions = ['Greet a customer.', 'Decline an offer.'];
    const body = taskOf('Several', { artefact: { kind: 'multiTask', descriptions } });
    const task = await createTask(lab.actor, body, checkAddress);
    const experimentId = await lab.makeExperiment({
      taskId: task.id,
      splitId: task.data?.splitId,
      batch: { kind: 'static', size: 2, reason: 'Both tasks in one iteration.' },
    });
    const before = evaluator.asked.length;
    await carried(experimentId);
    const questions = evaluator.asked.slice(before).map(({ body: { question } }) => question);
    expect(new Set(questions)).toEqual(new Set(descriptions));
  });

  it('is not scored at an address that is no longer allowed: the run fails with the reason', async () => {
    const task = await createTask(lab.actor, taskOf('Withdrawn'), checkAddress);
    const experimentId = await lab.makeExperiment({
      taskId: task.id,
      splitId: task.data?.splitId,
      batch: { kind: 'static', size: 1, reason: 'A single artefact has one example.' },
    });
    const asked = evaluator.asked.length;
    process.env.WAGGLE_ALLOWED_ADDRESSES = '10.0.0.0/8';
    forgetConfig();
    const { id } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 4 });
    await Promise.allSettled([carry(id)]);
    process.env.WAGGLE_ALLOWED_ADDRESSES = new URL(evaluator.url).host;
    forgetConfig();
    const failed = (await readLedger(lab.database.pg, id)).find((entry) => entry.type === 'run.failed');
    expect(failed?.data).toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(evaluator.asked).toHaveLength(asked);
  });

  it('brings its own data set if it has to generalise', async () => {
    const task = await createTask(
      lab.actor,
      taskOf('General', { artefact: { kind: 'generalisation' } }),
      checkAddress,
    );
    expect(task.data).toBeNull();
  });

  it.each([
    [
      'an address that is not allowed',
      { scoring: { kind: 'http', url: 'http://10.1.2.3/x' }, secret: undefined },
    ],
    ['plain http', { scoring: { kind: 'http', url: 'http://example.com/x' }, secret: undefined }],
  ])('is refused with a sentence for %s', async (what, more) => {
    const made = createTask(lab.actor, taskOf(`Refused ${what}`, more), checkAddress);
    await expect(made).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it.each([
    ['a secret without a header goes as Authorization', { header: null }, SECRET, 'Authorization'],
    ['a header without a secret is not sent', { header: 'X-Key' }, undefined, null],
  ])('%s', async (what, more, secret, header) => {
    const scoring = { kind: 'http', url: evaluator.url, ...more };
    const made = await createTask(lab.actor, taskOf(what, { scoring, secret }), checkAddress);
    expect(made).toMatchObject({ hasSecret: secret !== undefined, scoring: { header } });
  });
});
