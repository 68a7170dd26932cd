import type { RuleBench } from '../rule-bench';
import type { RuleCase } from '../test-rules';

/** Requests that try to skip the work, sent where they would take effect or as a question beforehand. */
const SOUND = { kind: 'promotion', evidence: 'heldOut', heldOutExamples: 400, hasCanary: true };
const promotion = (given: object) => ({ body: { ...SOUND, ...given } });

/** A headline of a finished run, on the hardware that it was measured on. */
async function headline(bench: RuleBench, origin: 'measured' | 'published') {
  const runId = await bench.parallelRun();
  const { hardware } = (await bench.api.call('getRun', { params: { runId } })).json;
  await bench.api.database.db.run.update({ where: { id: runId }, data: { status: 'finished' } });
  return { body: { kind: 'headline', origin, hardware, runId } };
}

/** An experiment whose serial baseline has a diagnosis, on its own task. */
async function baseline(bench: RuleBench, { readers }: { readonly readers: number }) {
  const taskId = await bench.newTask();
  const experimentId = await bench.experiment({ taskId });
  await bench.diagnose(experimentId);
  await bench.api.database.db.run.updateMany({ where: { experimentId }, data: { status: 'finished' } });
  for (let reader = 0; reader < readers; reader += 1) await bench.experiment({ taskId });
  return { params: { experimentId } };
}

async function otherSplit(bench: RuleBench, { measured }: { readonly measured: boolean }) {
  const experimentId = await bench.experiment();
  if (measured) await bench.diagnose(experimentId);
  return { params: { experimentId }, body: { splitId: (await bench.newSplit()).splitId } };
}

/**
 * A parallel run that may be promoted, as no practice model answers, with this number of held-out examples.
 */
async function promotable(bench: RuleBench, heldOut: number) {
  const { db } = bench.api.database;
  const providerId = `prv_${bench.newName().replace(' ', '_')}`;
  const place = {
    workspaceId: bench.api.workspaceId,
    baseUrl: 'https://models.example/v1',
    hardware: '8 H100',
  };
  await db.provider.create({ data: { id: providerId, name: providerId, ...place } });
  const names = ['small', 'large', 'judge'] as const;
  for (const name of names)
    await db.model.create({ data: { id: `${providerId}_${name}`, providerId, name } });
  const [serving, proposer, evaluator] = names.map((model) => ({ providerId, model }));
  const { splitId } = await bench.newSplit({ heldOut, train: 20 });
  const experimentId = await bench.experiment({ splitId, models: { serving, proposer, evaluator } });
  await bench.diagnose(experimentId);
  return { body: { experimentId, kind: 'combee' } };
}

export const ANTI_PATTERN_CASES: readonly RuleCase[] = [
  {
    rule: 'R-130',
    operation: 'checkClaim',
    refused: () => promotion({ hasCanary: false }),
    passing: () => promotion({}),
  },
  {
    rule: 'R-181',
    operation: 'checkClaim',
    refused: () => promotion({ evidence: 'train' }),
    passing: () => promotion({}),
  },
  {
    rule: 'R-195',
    operation: 'checkClaim',
    refused: () => promotion({ heldOutExamples: 20 }),
    passing: () => promotion({}),
  },
  {
    rule: 'R-195',
    operation: 'startRun',
    refused: (bench) => promotable(bench, 10),
    passing: (bench) => promotable(bench, 1000),
    whileQueued: (bench, runId) =>
      bench.repin(runId, ({ split, ...manifest }) => ({
        ...manifest,
        split: { ...split, counts: { ...split.counts, heldOut: 10 } },
      })),
  },
  {
    rule: 'R-192',
    operation: 'checkClaim',
    refused: (bench) => headline(bench, 'published'),
    passing: (bench) => headline(bench, 'measured'),
  },
  {
    rule: 'R-193',
    operation: 'archiveExperiment',
    refused: (bench) => baseline(bench, { readers: 1 }),
    passing: (bench) => baseline(bench, { readers: 0 }),
  },
  {
    rule: 'R-182',
    operation: 'updateExperiment',
    refused: (bench) => otherSplit(bench, { measured: true }),
    passing: (bench) => otherSplit(bench, { measured: false }),
  },
];
