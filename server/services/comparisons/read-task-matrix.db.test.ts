import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerSplitBody } from '@/lib/contracts/splits';
import { createTaskBody } from '@/lib/contracts/tasks';
import { agentSettings } from '@/lib/domain/agent';
import { measure } from '@/lib/stats/mean-interval';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { createAgent } from '@/server/services/agents/save-agent';
import { createTask } from '@/server/services/datasets/manage-tasks';
import { registerSplit } from '@/server/services/datasets/register-split';
import { addAppWorldTasks } from '@/server/services/environments/import-tasks';
import { launchRun } from '@/server/services/launches/launch-run';
import { prepareRun, startRun } from '@/server/services/launches/start-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { readTaskMatrix } from './read-task-matrix';

let lab: PracticeLab;
let experimentId: string;
const TASKS = ['aaa_1', 'aaa_2', 'bbb_1', 'bbb_2'];

beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
  const taskIds = ['ccc_1', 'ccc_2', ...TASKS];
  const { id: datasetId } = await addAppWorldTasks(lab.actor, { name: 'Worlds', taskIds });
  const rule = { kind: 'counts', counts: { train: 2, selection: 0, heldOut: 4, confirmation: 0 } };
  const split = registerSplitBody.parse({ name: 'All', rule, salt: 'worlds' });
  const { id: splitId } = await registerSplit(lab.actor, { datasetId, ...split });
  const body = createTaskBody.parse({ name: 'Worlds', scoring: { kind: 'environment' } });
  const { id: taskId } = await createTask(lab.actor, body, () => undefined);
  const settings = agentSettings.parse({ kind: 'appworld', reset: 'eachRollout', tools: 'sandboxed' });
  const agent = await createAgent(lab.actor, { name: 'Solver', settings }, () => undefined);
  experimentId = await lab.makeExperiment({
    ...{ taskId, splitId, agentId: agent.id },
    batch: { kind: 'static', size: 2, reason: 'A test takes all examples at once.' },
  });
});
afterAll(() => lab.close());

interface Ended {
  readonly score: number | null;
  readonly timedOut?: boolean;
}

/** A finished run whose original prompt failed everywhere and whose last one ended so, by task. */
async function ended(results: readonly Ended[]): Promise<string> {
  const launch = await prepareRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 });
  const { id } = await launchRun(lab.actor, launch);
  const measured = (iteration: number, scores: readonly (number | null)[]) => ({
    ...{ type: 'heldOut.measured', key: `heldOut.measured/${iteration}` },
    data: {
      ...{ iteration, candidateHash: `candidate${iteration}`, split: 'heldOut', trainExamplesSeen: 2 },
      ...{ exampleIds: TASKS, scores: [...scores], failures: 0, best: true },
      score: measure(scores.flatMap((score) => score ?? [])),
    },
  });
  const rollouts = results.map(({ score }, ordinal) => ({
    ...{ type: 'rollout.finished', key: `rollout.finished/0/heldOut/${ordinal}` },
    data: {
      ...{ iteration: 0, ordinal, split: 'heldOut', exampleId: TASKS[ordinal], candidateHash: 'candidate0' },
      ...{ answer: '', score, correct: score === 1, tokensIn: 1, tokensOut: 1, costUsd: null },
      cause: score === null ? { code: 'programFailed' } : null,
      callKeys: [`call/${ordinal}`],
    },
  }));
  const facts = [
    measured(-1, [0, 0, 0, 0]),
    ...rollouts,
    measured(
      0,
      results.map(({ score }) => score),
    ),
  ];
  const at = new Date();
  await db().ledgerEntry.createMany({
    data: facts.map(({ type, key, data }, index) => ({
      ...{ runId: id, seq: index + 1, type, key, at, measured: { atMs: 0 } },
      data: JSON.parse(JSON.stringify(data)),
    })),
  });
  await db().journalCall.createMany({
    data: results.map(({ score, timedOut = false }, ordinal) => ({
      ...{ runId: id, key: `call/${ordinal}`, iteration: 0, purpose: 'evaluate', role: 'serving' },
      ...{ model: 'm', subject: 'all', promptHash: 'all', paramsHash: 'all', messages: [], worker: 'test' },
      ...{ attempts: 1, sentAt: at, answeredAt: at, costUsd: null, spendUsd: 0, tokensIn: 1, tokensOut: 1 },
      outcome: {
        ok: true,
        rollout: { rolloutId: `ro_${id}_${ordinal}`, environment: { value: score, timedOut } },
      },
    })),
  });
  await db().run.update({ where: { id }, data: { status: 'finished', lastSeq: facts.length } });
  return id;
}

describe('tasks of environments by run', () => {
  it('has the last measurement of the best prompt of each run, cell by cell, with both figures of AppWorld', async () => {
    const one = await ended([{ score: 1 }, { score: 1 }, { score: 1 }, { score: 0, timedOut: true }]);
    const other = await ended([{ score: 0 }, { score: 1 }, { score: null }, { score: 1 }]);
    const { runs, tasks, apart } = await readTaskMatrix(lab.actor, { runs: [other, one] });
    expect(apart).toBeNull();
    expect(runs.map(({ runId, agent: name }) => [runId, name])).toEqual([
      [other, 'Solver, version 1'],
      [one, 'Solver, version 1'],
    ]);
    expect(tasks.map(({ exampleId, groupKey }) => [exampleId, groupKey])).toEqual(
      TASKS.map((id) => [id, id.slice(0, 3)]),
    );
    expect(tasks.map(({ cells }) => cells.map((cell) => cell?.score))).toEqual([
      [0, 1],
      [1, 1],
      [null, 1],
      [1, 0],
    ]);
    expect(tasks[3]?.cells[1]).toMatchObject({ timedOut: true, rolloutId: `ro_${one}_3` });
    expect(tasks[2]?.cells[0]?.cause).not.toBeNull();
    expect(runs[0]).toMatchObject({ solved: 2, measured: 3, missing: 1 });
    expect(runs[1]?.appWorld).toMatchObject({ tasks: { percent: 75 }, scenarios: { percent: 50 } });
  });

  it('leaves out runs that no environment scores, and knows no other workspace', async () => {
    const { id } = await startRun(lab.actor, {
      experimentId: await lab.makeExperiment({}),
      kind: 'serialBaseline',
    });
    expect(await readTaskMatrix(lab.actor, { runs: [id] })).toEqual({ runs: [], tasks: [], apart: null });
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(readTaskMatrix(stranger, { runs: [id] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
