import type { SweepView } from '@/lib/contracts/sweeps';

/** A sweep as the API tells it, for tests of what is drawn of one. */
const over = (mean: number, lower: number | null = null, upper: number | null = null) => ({
  mean,
  lower,
  upper,
  n: 3,
});

type Row = SweepView['figure']['rows'][number];
function row(arm: Row['arm'], batchSize: number | null, accuracy: Row['accuracy'], seconds: number): Row {
  return {
    ...{ key: `${arm}/${batchSize ?? 'none'}`, arm, batchSize, seeds: [1, 2, 3] },
    accuracy,
    doubt: null,
    learningMs: over(seconds * 1000),
    totalMs: over(seconds * 2000),
    playbookTokens: over(900),
    bullets: over(30),
    ...{ highValueBullets: over(4, 2, 6), helpfulMarks: over(50), insightsHeld: null },
    ...{ costUsd: 0.1, tokens: 1e6, failures: 0 },
    byLearning: { onFront: true, dominatedBy: null, undecidedAgainst: null },
    byTotal: { onFront: true, dominatedBy: null, undecidedAgainst: null },
  };
}

const BEHIND = { onFront: false, dominatedBy: null, undecidedAgainst: 'combee/40' };

const score = (mean: number, lower: number | null = null, upper: number | null = null) => ({
  ...{ mean, lower, upper },
  ...{ n: 300, missing: 0, includesTraining: true },
});

/** Half done: naive and Combee at two sizes, with one value that was published. */
export const SWEEP: SweepView = {
  ...{ id: 'swp_1', name: 'Sweep', experimentId: 'exp_1', experimentName: 'Formula' },
  ...{ status: 'running', statusReason: null, practice: true, createdBy: 'a', timeLeftMs: 60_000 },
  ...{ createdAt: '2026-11-21T10:00:00Z', endedAt: null, cells: [] },
  settings: {
    ...{ arms: ['naive', 'combee'], sizes: [10, 40], seeds: [1, 2, 3], concurrent: 2 },
    budget: { usd: 5, tokens: null, rollouts: null, wallMs: null },
  },
  counts: { cells: 12, done: 4, going: 2, waiting: 6, lost: 0, cut: 0, notStarted: 0 },
  estimate: {
    ...{ cells: 12, rollouts: 3000, evaluationRollouts: 9000, calls: 20_000, tokens: 1e7, usd: 4 },
    ...{
      learningMs: 1e6,
      totalMs: 2e6,
      wallMs: 1e6,
      basisRuns: 0,
      basisRollouts: null,
      isPriced: true,
      lanes: 64,
      refusal: null,
    },
  },
  spent: {
    charged: { usd: 1, tokens: 100, rollouts: 10 },
    held: { usd: 2, tokens: 100, rollouts: 10 },
    wallMs: 30_000,
  },
  figure: {
    rows: [
      row('noLearning', null, score(0.64), 1),
      row('naive', 10, score(0.8, 0.7, 0.9), 20),
      { ...row('naive', 40, score(0.7), 30), byLearning: BEHIND, byTotal: BEHIND },
      row('combee', 40, score(0.78), 10),
    ],
    differences: [
      {
        ...{ reference: 'naive', arm: 'combee', batchSize: 40, seeds: [1, 2, 3] },
        ...{ mean: -0.02, lower: -0.05, upper: 0.01, n: 300, comparisons: 6, verdict: 'undecided' },
        ...{ referenceSeeds: [1, 2, 3], includesTraining: true },
      },
    ],
    published: [
      {
        ...{ method: 'GEPA', model: 'm', arm: 'Combee', batchSize: 84, accuracy: 0.845, trainSeconds: 334 },
        ...{ playbookTokens: null, entries: null, costUsd: null, source: 'Fig. 4', confidence: 'digitised' },
        ...{ dataset: 'Formula', sameDataset: true, note: null },
      },
    ],
    publishedPlaybooks: [
      {
        ...{ method: 'ACE', model: 'm', arm: 'fixed batch', batchSize: 100, source: 'Fig. 2' },
        ...{ entries: 21, highValueEntries: 0, helpfulMarks: 5, coverage: null, specificity: null },
        ...{ confidence: 'exact', dataset: 'Formula', sameDataset: true, note: null },
      },
    ],
  },
  origin: {
    ...{ split: 'heldOut', heldOutExamples: 300, hardware: 'this machine', lanes: 64, method: 'ace' },
    ...{ datasetName: 'Formula', timeScale: '20', levelTwo: 'updates' },
  },
};
