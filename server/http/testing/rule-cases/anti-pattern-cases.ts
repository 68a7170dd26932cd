import type { RuleBench } from '../rule-bench';
import type { RuleCase } from '../test-rules';

/** What somebody says who wants to skip the work, asked where it would count or as a question beforehand. */
const SOUND = { kind: 'promotion', evidence: 'heldOut', heldOutExamples: 400, hasCanary: true };
const promotion = (given: object) => ({ body: { ...SOUND, ...given } });

/** A headline of a finished run, on the hardware that it was measured on. */
async function headline(bench: RuleBench, origin: 'measured' | 'published') {
  const runId = await bench.parallelRun();
  const { hardware } = (await bench.api.call('getRun', { params: { runId } })).json;
  await bench.api.database.db.run.update({ where: { id: runId }, data: { status: 'finished' } });
  return { body: { kind: 'headline', origin, hardware, runId } };
}

/** An experiment whose serial baseline gave a diagnosis, on a task of its own. */
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
