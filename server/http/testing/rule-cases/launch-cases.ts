import type { RuleBench } from '../rule-bench';
import type { RuleCase } from '../test-rules';

/** Requirements for starting a run and for a split. */
const parallel = async (bench: RuleBench, settings: object = {}) => ({
  body: { experimentId: await bench.experiment(settings), kind: 'combee' },
});

async function serialRuns({ api }: RuleBench, experimentId: string): Promise<string[]> {
  const where = { experimentId, kind: 'serialBaseline' } as const;
  return (await api.database.db.run.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

const point = async (bench: RuleBench, reason: string) => ({
  body: {
    experimentId: await bench.experiment(),
    kind: 'comparisonPoint',
    batch: { kind: 'static', size: 4, reason },
  },
});

/** A dispatch-policy setting over a complete policy. */
const dispatch = (bench: RuleBench, given: object) => parallel(bench, { dispatch: given });
const NO_TRIGGER = { queueTarget: null, maxWaitMs: null, utilisationFloor: null, rewardVarianceFloor: null };

async function split(bench: RuleBench, pinned: boolean) {
  const { splitId } = await bench.newSplit();
  const pinnedAt = pinned ? new Date() : null;
  await bench.api.database.db.splitRegistration.update({ where: { id: splitId }, data: { pinnedAt } });
  return { params: { splitId } };
}

/** The first part of an experiment's body. */
const beginning = ({ newName, catalogue: { taskId, splitId } }: RuleBench, more: object) => ({
  body: { name: newName(), taskId, splitId, ...more },
});

export const LAUNCH_CASES: readonly RuleCase[] = [
  {
    rule: 'R-011',
    also: ['R-063'],
    operation: 'startRun',
    refused: async (bench) => parallel(bench, { taskId: await bench.newTask() }),
    passing: async (bench) => {
      const request = await parallel(bench, { taskId: await bench.newTask() });
      await bench.diagnose(request.body.experimentId);
      return request;
    },
    whileQueued: async (bench, runId) => {
      const { experimentId } = await bench.api.database.db.run.findUniqueOrThrow({ where: { id: runId } });
      await bench.api.database.db.diagnosis.deleteMany({
        where: { runId: { in: await serialRuns(bench, experimentId) } },
      });
    },
  },
  {
    rule: 'R-013',
    operation: 'startRun',
    refused: async (bench) => parallel(bench, { splitId: (await bench.newSplit({ heldOut: 10 })).splitId }),
    passing: (bench) => parallel(bench),
  },
  {
    rule: 'R-014',
    operation: 'deleteSplit',
    refused: (bench) => split(bench, true),
    passing: (bench) => split(bench, false),
  },
  {
    rule: 'R-017',
    operation: 'startRun',
    refused: (bench) => point(bench, 'because'),
    passing: (bench) => point(bench, 'Measured beside other sizes of this test.'),
    whileQueued: (bench, runId) =>
      bench.repin(runId, (manifest) => ({ ...manifest, batch: { ...manifest.batch, reason: 'because' } })),
  },
  {
    rule: 'R-026',
    operation: 'startRun',
    refused: (bench) => parallel(bench, { models: { serving: bench.model('task') } }),
    passing: (bench) => parallel(bench),
    whileQueued: (bench, runId) =>
      bench.repin(runId, ({ models, ...manifest }) => ({
        ...manifest,
        models: { ...models, serving: { ...models.serving, providerId: 'prv_put_away' } },
      })),
  },
  {
    rule: 'R-197',
    also: ['R-022'],
    operation: 'startRun',
    refused: (bench) => parallel(bench, { dispatch: null }),
    passing: (bench) => parallel(bench),
    whileQueued: (bench, runId) => bench.repin(runId, ({ dispatch: _, ...manifest }) => manifest),
  },
  {
    rule: 'R-080',
    operation: 'startRun',
    refused: (bench) => dispatch(bench, NO_TRIGGER),
    passing: (bench) => dispatch(bench, { ...NO_TRIGGER, maxWaitMs: 200 }),
  },
  {
    rule: 'R-088',
    operation: 'startRun',
    refused: (bench) => dispatch(bench, { preemption: null }),
    passing: (bench) => dispatch(bench, { preemption: 'drop' }),
  },
  {
    rule: 'R-124',
    operation: 'createExperiment',
    refused: (bench) => beginning(bench, { stopping: { patience: 3, patienceOn: 'train' } }),
    passing: (bench) => beginning(bench, { stopping: { patience: 3, patienceOn: 'heldOut' } }),
  },
  {
    rule: 'R-194',
    operation: 'createExperiment',
    refused: (bench) => beginning(bench, { stopping: { trainPatience: 3 } }),
    passing: (bench) => beginning(bench, { stopping: { patience: 3 } }),
  },
  {
    rule: 'R-125',
    operation: 'createExperiment',
    refused: (bench) => beginning(bench, { evaluation: { split: 'train' } }),
    passing: (bench) => beginning(bench, { evaluation: { split: 'heldOut' } }),
  },
  {
    rule: 'R-210',
    operation: 'createExperiment',
    refused: (bench) => beginning(bench, { seedCandidateText: 'Sign as jane.doe@example.com.' }),
    passing: (bench) => beginning(bench, { seedCandidateText: 'Sign as the clerk.' }),
  },
];
