import type { CostRow } from '@/lib/domain/cost-row';
import type { RunManifest } from '@/lib/domain/manifest';
import { canaryPolicyOf } from '@/lib/policy/canary-policy';
import { costReport } from '@/lib/report/cost-report';
import { speedupCeiling } from '@/lib/report/speedup-ceiling';
import type { MeasuredFacts, StrategyInput } from '@/lib/report/strategy/strategy-input';
import { buildRecord, type RecordedRun } from './run-record';

/** Inputs that services read for a plan of a converged experiment, and for a report of its finished run. */
const SERIAL: RecordedRun = {
  runId: 'run_serial',
  points: [
    { right: 60 },
    { right: 80, learningMs: 4000 },
    { right: 84, learningMs: 4000 },
    { right: 85, learningMs: 4000 },
    { right: 85, learningMs: 4000 },
    { right: 85, learningMs: 4000 },
  ],
};
const PARALLEL: RecordedRun = {
  runId: 'run_parallel',
  points: [{ right: 60 }, { right: 85, learningMs: 1000 }],
};

export function buildPlanInput(changes: Partial<RunManifest> = {}): StrategyInput {
  const { manifest, practice } = buildRecord({ ...PARALLEL, manifest: changes });
  return {
    subject: { experimentId: 'exp_1', experiment: 'Sums', runId: null, run: null },
    manifest,
    manifestHash: null,
    runHash: null,
    evaluationSet: {
      dataset: 'Sums of two',
      split: 'By hash',
      owner: 'Ada',
      usedToTune: false,
      usedToTuneNote: null,
    },
    changedDefaults: [{ ruleId: 'R-205', reason: 'Short bullets look alike on this task.' }],
    diagnosis: {
      runId: 'run_serial',
      verdict: 'go',
      finding: 'plateauAbove',
      reason: 'The curve is flat and lies 25.0 points above the original prompt.',
      alternatives: [],
      aboveOriginal: { mean: 0.25, lower: 0.17, upper: 0.33, n: 100 },
      furtherGain: { mean: 0, lower: -0.005, upper: 0.005, n: 100 },
      window: 4,
      hash: 'd'.repeat(64),
    },
    serial: { record: buildRecord({ ...SERIAL, manifest: changes, practice }) },
    shape: {
      chosen: 'candidate',
      reason: 'One task: its edits are scored side by side in batches.',
      rejected: [
        { shape: 'task', reason: 'There is one task only, and this shape spreads several.' },
        { shape: 'hybrid', reason: 'There is one task only, and this shape spreads several.' },
      ],
    },
    ceiling: speedupCeiling({
      iterations: [],
      measurementMs: 0,
      lanes: manifest.lanes,
      fit: null,
      largestBatch: 8,
      profiledTo: null,
      hardware: 'H100',
    }),
    utilisation: null,
    dispatch: {
      pseudocode: 'define look():\n  send batch because reason',
      expected: { flushes: 4, sizes: { '1': 2, '8': 2 }, meanSize: 4.5 },
      workload: '10 rollouts of 900 prompt tokens on 8 lanes',
      actual: null,
    },
    canary: { policy: canaryPolicyOf('low'), failureSentence: null },
    expected: {
      estimate: {
        usd: 2,
        tokens: 40_000,
        rollouts: 20,
        calls: 60,
        evaluationRollouts: 20,
        gpuSeconds: null,
        learningMs: 5000,
        totalMs: 6000,
      },
      batchSize: 10,
      iterations: 2,
      basisRuns: 1,
      isPriced: true,
      amounts: {
        usd: { low: 2, high: 3 },
        tokens: { low: 40_000, high: 60_000 },
        rollouts: { low: 20, high: 20 },
        gpuSeconds: null,
        minutes: { low: 0.1, high: 0.2 },
      },
    },
    measured: null,
  };
}

export function buildReportInput(changes: Partial<RunManifest> = {}): StrategyInput {
  const plan = buildPlanInput(changes);
  const record = buildRecord({ ...PARALLEL, manifest: changes });
  const serial = plan.serial?.record ?? null;
  return {
    ...plan,
    subject: { ...plan.subject, runId: record.runId, run: record.label },
    manifestHash: 'e'.repeat(64),
    runHash: 'f'.repeat(64),
    utilisation: 0.6,
    dispatch: { ...plan.dispatch, actual: { flushes: 3, sizes: { '4': 3 }, meanSize: 4 } },
    expected: null,
    measured: measuredOf(record, serial),
  };
}

function measuredOf(record: MeasuredFacts['record'], serial: MeasuredFacts['record'] | null): MeasuredFacts {
  const rows = [buildCostRow()];
  const speed = { kind: 'none', sentence: 'It was measured on one seed only.' } as const;
  const target = 0.8;
  return {
    record,
    finished: null,
    plans: [],
    diversity: [],
    collapses: 0,
    reseeds: 0,
    calibration: null,
    reverted: null,
    costs: costReport({
      record,
      rows,
      serial: serial && { record: serial, rows },
      targetScore: target,
      speed,
    }),
  };
}

/** All answers of a run in one row. */
function buildCostRow(): CostRow {
  return {
    iteration: 0,
    role: 'serving',
    model: 'scripted',
    purpose: 'generate',
    calls: 10,
    unanswered: 0,
    failures: 0,
    causes: {},
    refused: 0,
    cached: 0,
    possiblyPaidTwice: 0,
    tokensIn: 30_000,
    tokensOut: 10_000,
    tokensCached: 0,
    costNano: 2e9,
    spendNano: 1e9,
    twiceNano: 0,
    unpriced: 0,
    gpuSeconds: 0,
    gpuUnmeasured: 10,
  };
}
