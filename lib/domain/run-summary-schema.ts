import { z } from 'zod';
import { difference, measurement } from './score-schema';

/** Resources used by a run. */
export const usedSpend = z.object({
  rollouts: z.int(),
  /** Rollouts on held-out and selection; they count in money and tokens, not under the rollout cap (rulings E1). */
  evaluationRollouts: z.int(),
  calls: z.int(),
  tokensIn: z.int(),
  tokensOut: z.int(),
  tokensCached: z.int(),
  /** Price paid. */
  spendUsd: z.number(),
  /** All answers used, priced as if the cache were cold; every comparison uses this. */
  costUsd: z.number(),
});

/** A run on one line: what lists and the head of a run page show without reading its ledger. */
export const runSummary = z.object({
  phase: z.enum(['waiting', 'measuring', 'mapping', 'aggregating', 'combining', 'planning', 'ended']),
  /** Rollouts of the phase that are done, of those that it has. */
  phaseDone: z.int(),
  phaseTotal: z.int(),
  /** The iteration in work or closed last; -1 = the measurement before the first. */
  iteration: z.int(),
  iterationsClosed: z.int(),
  plannedIterations: z.int().nullable(),
  rollouts: z.int(),
  plannedRollouts: z.int(),
  evaluationRollouts: z.int(),
  plannedEvaluationRollouts: z.int(),
  /** Rollouts without a usable answer. */
  failures: z.int(),
  trainExamplesSeen: z.int(),
  batchSize: z.number().nullable(),
  batchReason: z.string().nullable(),
  seedScore: measurement.nullable(),
  lastScore: measurement.nullable(),
  bestScore: measurement.nullable(),
  bestCandidateHash: z.string().nullable(),
  /** Best prompt over the original one, corrected for the choice; null until the run has ended. */
  gain: difference.nullable(),
  /** As of the last closed iteration. */
  spend: usedSpend,
  /** Sums over closed iterations and measurements: what an estimate of the time left is made from. */
  learningMs: z.number(),
  evaluationMs: z.number(),
  startedAtMs: z.number().nullable(),
  lastFactAtMs: z.number().nullable(),
});
