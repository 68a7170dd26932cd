import type { ConfirmationView } from '@/lib/contracts/confirmation';
import type { RunDispatchView } from '@/lib/contracts/dispatch';
import type { ReadinessView } from '@/lib/contracts/readiness';
import type { FactData } from '@/lib/domain/ledger-entry';

/** Answers of the API and facts that tests of the run page start from; each test changes what it is about. */
export const DISPATCH: RunDispatchView = {
  runId: 'run_1',
  policy: {
    queueTarget: 8,
    maxWaitMs: 200,
    utilisationFloor: 0.9,
    rewardVarianceFloor: null,
    tokenBudget: 10_000,
    lengthBuckets: [512],
    preemption: 'drop',
  },
  pseudocode: 'flush when queued >= 8',
  expected: { flushes: 4, sizes: { 8: 3, 2: 1 }, byReason: { queue: 3, drain: 1 }, meanSize: 6.5, fill: 0.4 },
  workload: {
    rollouts: 26,
    lanes: 8,
    promptTokensMedian: 900,
    answerTokens: 512,
    delayMedianMs: 12_900,
    sigma: 0.5,
    score: 0.5,
    measured: true,
  },
  actual: {
    flushes: 8,
    sizes: { 8: 4, 1: 4 },
    byReason: { queue: 4, utilisation: 4 },
    meanSize: 4.5,
    fill: 0.3,
  },
  iterations: [0, 1].map((iteration) => ({
    iteration,
    flushes: 4,
    byReason: { queue: 2, utilisation: 2 },
    sizes: { 8: 2, 1: 2 },
    fill: 0.3,
    utilisation: iteration === 0 ? null : 0.8,
  })),
  priorityCandidates: [],
  flushes: [],
  nextCursor: null,
};

export function measuredDiversity(
  iteration: number,
  rest: Partial<FactData['diversity.measured']> = {},
): FactData['diversity.measured'] {
  return {
    iteration,
    uniqueEditRatio: 0.75,
    coverage: 0.9,
    meanSimilarity: 0.5,
    similarities: [0.92, 0.3, 0.2, 0.93, 0.1, 0.5],
    rejectedAsDuplicate: 1,
    operators: [{ kind: 'rephrase', weight: 1, used: 4, kept: 2 }],
    temperature: 0.5,
    collapsed: false,
    ...rest,
  };
}

const amounts = { rollouts: 100, tokens: 2_000_000, usd: 1.5, wallMsLow: 4000, wallMsHigh: 8000 };

export const READINESS: ReadinessView = {
  runId: 'run_1',
  status: 'notReady',
  sentence: 'It takes 2 new seeds; 0 are in.',
  blockedBy: { code: 'NOT_READY_SEED', light: 'seed', sentence: 'It takes 2 new seeds; 0 are in.' },
  lights: [
    {
      name: 'seed',
      state: 'notMeasured',
      code: 'NOT_READY_SEED',
      sentence: 'It takes 2 new seeds; 0 are in.',
      numbers: [
        {
          runId: 'run_1',
          label: 'Combee',
          seed: 5,
          hardware: 'this machine',
          practice: true,
          finished: true,
          gain: { mean: 0.2, lower: 0.15, upper: 0.25, n: 300 },
          learningWallMs: 7000,
          totalWallMs: 9000,
          ratio: null,
        },
      ],
    },
    { name: 'slice', state: 'notMeasured', code: 'NOT_READY_SLICE', sentence: 'Sealed.', numbers: [] },
    {
      name: 'hardware',
      state: 'notMeasured',
      code: 'NOT_READY_HARDWARE',
      sentence: 'One only.',
      numbers: [],
    },
  ],
  claim: null,
  headline: null,
  scope: null,
  practice: true,
  configurationHash: 'c'.repeat(64),
  baseline: { runId: 'run_0', label: 'Serial' },
  waiver: null,
  runs: [],
  progress: null,
  estimate: {
    ...amounts,
    parts: [
      { name: 'seed', ...amounts },
      { name: 'slice', ...amounts, wallMsLow: 1000, wallMsHigh: 1000 },
      { name: 'hardware', ...amounts, usd: null, wallMsLow: 60_000, wallMsHigh: 60_000 },
    ],
  },
};

export const CONFIRMATION: ConfirmationView = {
  runId: 'run_1',
  splitId: 'split_1',
  examples: 150,
  state: 'sealed',
  opening: null,
  result: null,
  practice: true,
  heldOutUses: 7,
};
