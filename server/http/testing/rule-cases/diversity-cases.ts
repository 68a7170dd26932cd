import { DIVERSITY_DEFAULT } from '@/lib/contracts/diversity-settings';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import type { RuleBench } from '../rule-bench';
import type { RuleCase } from '../test-rules';

/** Rules that keep parallel edits diverse, limit extra lanes, and restrict the shape of a launch. */
async function diverse(bench: RuleBench, given: object | null, more: object = {}) {
  const diversity = given === null ? null : { ...DIVERSITY_DEFAULT, ...given };
  return { body: { experimentId: await bench.experiment({ diversity, ...more }), kind: 'combee' } };
}

const sound = (bench: RuleBench) => diverse(bench, {});
const operators = (...weights: readonly number[]) => ({
  operators: DIVERSITY_DEFAULT.operators.slice(0, weights.length).map(({ kind }, index) => {
    return { kind, weight: weights[index] };
  }),
});

/** A run without faults except the given ones, with a request for twice its lanes. */
async function raised(bench: RuleBench, { size = 8, collapsed = false }) {
  const runId = await bench.parallelRun();
  await bench.state(runId, 'batch.planned', { size });
  await bench.state(runId, 'diversity.measured', { collapsed });
  await bench.state(runId, 'heldOut.measured', { best: true });
  await bench.state(runId, 'heldOut.measured', { best: true });
  return { params: { runId }, body: { lanes: 16 } };
}

const REASON = 'Both tasks are small and wait for an answer this week.';
const AGAINST = 'It was tried last month and kept the lanes empty.';
const reasons = { reason: REASON, overrideReason: REASON };
const against = (...shapes: readonly string[]) => ({
  rejectedShapes: shapes.map((shape) => ({ shape, reason: AGAINST })),
});

async function onItsOwnSplit(bench: RuleBench): Promise<string> {
  return bench.experiment({ splitId: (await bench.newSplit()).splitId });
}

/** Two tasks at once: each with its own split, or both on one. */
async function together(bench: RuleBench, shared: boolean, more: object = {}) {
  const first = await onItsOwnSplit(bench);
  const { splitId } = (await bench.api.call('getExperiment', { params: { experimentId: first } })).json;
  const second = shared ? await bench.experiment({ splitId }) : await onItsOwnSplit(bench);
  const experimentIds = [first, second];
  return {
    body: { shape: 'task', experimentIds, reason: REASON, ...against('candidate', 'hybrid'), ...more },
  };
}

/** A hybrid launch, after the first task kept this share of its lanes busy. */
async function hybrid(bench: RuleBench, more: object) {
  const experimentIds = [await onItsOwnSplit(bench), await onItsOwnSplit(bench)];
  for (const experimentId of experimentIds) await bench.diagnose(experimentId);
  const busy = await bench.api.call('startRun', { body: { experimentId: experimentIds[0], kind: 'combee' } });
  await finishRun(busy.json.id, { points: [{ right: 60 }, { right: 85, learningMs: 100 }] });
  const rollout = { type: 'rollout.finished', key: 'busy', data: { iteration: 0, split: 'train' } };
  await bench.api.database.db.ledgerEntry.create({
    data: { ...rollout, runId: busy.json.id, seq: 99, measured: { delayMs: 400 }, at: new Date() },
  });
  return {
    body: { shape: 'hybrid', experimentIds, reason: REASON, ...against('candidate', 'task'), ...more },
  };
}

export const DIVERSITY_CASES: readonly RuleCase[] = [
  {
    rule: 'R-101',
    operation: 'startRun',
    refused: (bench) => diverse(bench, operators(0.5, 0.5)),
    passing: (bench) => diverse(bench, operators(0.5, 0.25, 0.25)),
  },
  {
    rule: 'R-102',
    operation: 'startRun',
    refused: (bench) => diverse(bench, operators(0.5, 0.25, 0.2)),
    passing: sound,
  },
  {
    rule: 'R-103',
    operation: 'startRun',
    refused: (bench) => diverse(bench, { temperature: [{ fromIteration: 3, temperature: 0.5 }] }),
    passing: (bench) => diverse(bench, { temperature: [{ fromIteration: 0, temperature: 0.5 }] }),
  },
  {
    rule: 'R-104',
    operation: 'startRun',
    refused: (bench) => diverse(bench, { similarityMax: null }),
    passing: (bench) => diverse(bench, { similarityMax: 0.9 }),
  },
  {
    rule: 'R-105',
    operation: 'startRun',
    refused: (bench) => diverse(bench, { reseedAfterCollapsed: null }),
    passing: (bench) => diverse(bench, { reseedAfterCollapsed: 2 }),
  },
  {
    rule: 'R-190',
    operation: 'startRun',
    refused: (bench) => diverse(bench, null, { lanes: 64 }),
    passing: (bench) => diverse(bench, {}, { lanes: 64 }),
    whileQueued: (bench, runId) => bench.repin(runId, ({ diversity: _, ...manifest }) => manifest),
  },
  {
    rule: 'R-021',
    operation: 'changeRunLanes',
    refused: (bench) => raised(bench, { collapsed: true }),
    passing: (bench) => raised(bench, {}),
  },
  {
    rule: 'R-202',
    operation: 'changeRunLanes',
    refused: (bench) => raised(bench, { size: 4 }),
    passing: (bench) => raised(bench, {}),
  },
  {
    rule: 'R-071',
    operation: 'launchRunGroup',
    refused: (bench) => together(bench, true),
    passing: (bench) => together(bench, false),
  },
  {
    rule: 'R-074',
    operation: 'launchRunGroup',
    refused: (bench) => together(bench, false, { reason: 'because' }),
    passing: (bench) => together(bench, false),
  },
  {
    rule: 'R-075',
    operation: 'launchRunGroup',
    refused: (bench) => together(bench, false, against('candidate')),
    passing: (bench) => together(bench, false),
  },
  {
    rule: 'R-073',
    operation: 'launchRunGroup',
    refused: (bench) => hybrid(bench, {}),
    passing: (bench) => hybrid(bench, reasons),
  },
];
