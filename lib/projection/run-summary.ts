import { isUnreadable } from '@/lib/domain/cause';
import type { Fact, FactOf, FactType } from '@/lib/domain/ledger-entry';
import type { RunPhase, RunSummary } from '@/lib/domain/run-summary';
import type { Measurement } from '@/lib/domain/score';
import { withMissing } from '@/lib/domain/scored-count';
import { NO_SPEND, spendWithHedges } from '@/lib/domain/spend';
import type { SplitName } from '@/lib/domain/split';

/**
 * A run on one line. A projection: folding all facts of a run in order gives what the run row holds. Knows nothing of
 * status, which the run row keeps itself.
 */
export const EMPTY_SUMMARY: RunSummary = {
  phase: 'waiting',
  phaseDone: 0,
  phaseTotal: 0,
  iteration: -1,
  iterationsClosed: 0,
  plannedIterations: null,
  rollouts: 0,
  plannedRollouts: 0,
  evaluationRollouts: 0,
  plannedEvaluationRollouts: 0,
  failures: 0,
  trainExamplesSeen: 0,
  batchSize: null,
  batchReason: null,
  seedScore: null,
  lastScore: null,
  bestScore: null,
  bestCandidateHash: null,
  gain: null,
  spend: NO_SPEND,
  learningMs: 0,
  evaluationMs: 0,
  startedAtMs: null,
  lastFactAtMs: null,
};

/** The summary of a run row, with a value for every field that an older version did not write. */
export function readSummary(stored: unknown): RunSummary {
  return typeof stored === 'object' && stored !== null ? { ...EMPTY_SUMMARY, ...stored } : EMPTY_SUMMARY;
}

/** Folds further facts, each of which must be new, into the summary. */
export function projectSummary(summary: RunSummary, facts: readonly Fact[]): RunSummary {
  let now = summary;
  for (const fact of facts) {
    const project = PROJECTIONS[fact.type] as Projection | undefined;
    now = { ...now, ...project?.(now, fact), lastFactAtMs: fact.measured.atMs };
  }
  return now;
}

/**
 * Milliseconds until the planned rollouts are done, at the pace so far; null before the first closed iteration,
 * since a guess without a measurement would only mislead.
 */
export function estimateLeftMs(summary: RunSummary): number | null {
  if (summary.phase === 'ended') return 0;
  if (summary.trainExamplesSeen === 0 || summary.evaluationRollouts === 0) return null;
  const learningLeft = Math.max(0, summary.plannedRollouts - summary.trainExamplesSeen);
  const evaluationLeft = Math.max(0, summary.plannedEvaluationRollouts - summary.evaluationRollouts);
  return Math.round(
    (summary.learningMs / summary.trainExamplesSeen) * learningLeft +
      (summary.evaluationMs / summary.evaluationRollouts) * evaluationLeft,
  );
}

type Projection = (now: RunSummary, fact: Fact) => Partial<RunSummary>;
type Projections = { [T in FactType]?: (now: RunSummary, fact: FactOf<T>) => Partial<RunSummary> };

const examplesOf = (score: Measurement | null) => (score?.n ?? 0) + (score?.missing ?? 0);

/** A rollout of a measurement that runs beside the next iteration: that iteration is the phase. */
const isBeside = (split: SplitName, phase: RunPhase) =>
  split === 'heldOut' && ['mapping', 'aggregating', 'combining'].includes(phase);

const phaseAfterRollout = (now: RunSummary, begins: boolean): Partial<RunSummary> => ({
  ...(begins ? { phase: 'measuring' as const } : {}),
  phaseDone: begins ? 1 : now.phaseDone + 1,
  phaseTotal: begins ? examplesOf(now.lastScore) : now.phaseTotal,
});

const PROJECTIONS: Projections = {
  'run.started': (_now, { data, measured }) => ({
    phase: 'measuring',
    phaseDone: 0,
    // Planned evaluation rollouts are those of all measurements; how many one takes shows when the first is done.
    phaseTotal: data.kind === 'evaluation' ? data.plannedEvaluationRollouts : data.counts.heldOut,
    plannedIterations: data.plannedIterations,
    plannedRollouts: data.plannedRollouts,
    plannedEvaluationRollouts: data.plannedEvaluationRollouts,
    startedAtMs: measured.atMs,
  }),
  'batch.planned': (_now, { data }) => ({
    phase: 'planning',
    batchSize: data.size,
    batchReason: data.reason,
  }),
  'iteration.started': (_now, { data }) => ({
    phase: 'mapping',
    iteration: data.iteration,
    phaseDone: 0,
    phaseTotal: data.exampleIds.length,
  }),
  'rollout.finished': (now, { data }) => {
    const training = data.split === 'train';
    const begins = !training && now.phase !== 'measuring';
    return {
      ...(isBeside(data.split, now.phase) ? {} : phaseAfterRollout(now, begins)),
      rollouts: now.rollouts + (training ? 1 : 0),
      evaluationRollouts: now.evaluationRollouts + (training ? 0 : 1),
      failures: now.failures + (data.cause === null ? 0 : 1),
    };
  },
  // Without a score there is no reflection: that rollout is counted already.
  'reflection.finished': (now, { data }) => (isUnreadable(data.cause) ? { failures: now.failures + 1 } : {}),
  'shuffle.finished': (_now, { data }) => ({ phase: 'aggregating', phaseDone: 0, phaseTotal: data.k }),
  'group.aggregated': (now) => ({ phaseDone: now.phaseDone + 1 }),
  'scan.combined': (_now, { data }) => ({
    phase: 'combining',
    phaseDone: data.calls,
    phaseTotal: data.calls,
  }),
  'heldOut.measured': (now, { data, measured }) => {
    const score = withMissing(data.score, data.missing);
    return {
      lastScore: score,
      seedScore: now.seedScore ?? score,
      ...(data.best ? { bestScore: score, bestCandidateHash: data.candidateHash } : {}),
      evaluationMs: now.evaluationMs + (measured.evaluationMs ?? 0),
    };
  },
  // Answers of a diagnosis that measures on are counted by the measurement, not one by one.
  'diagnosis.measured': (now, { data, measured }) => ({
    phase: 'measuring',
    phaseDone: 0,
    phaseTotal: data.exampleIds.length,
    evaluationRollouts: now.evaluationRollouts + data.exampleIds.length,
    failures: now.failures + data.failures,
    evaluationMs: now.evaluationMs + (measured.evaluationMs ?? 0),
  }),
  'iteration.closed': (now, { data, measured }) => ({
    phase: 'planning',
    phaseDone: 0,
    phaseTotal: 0,
    iterationsClosed: now.iterationsClosed + 1,
    trainExamplesSeen: data.trainExamplesSeen,
    spend: spendWithHedges(data.spend, measured.hedged),
    learningMs: now.learningMs + (measured.learningMs ?? 0),
  }),
  'run.failed': () => ({ phase: 'ended' }),
  // The end restates scores without what was missing in them; the measurements said that.
  'run.finished': (now, { data, measured }) => ({
    phase: 'ended',
    bestScore: withMissing(data.bestScore, now.bestScore?.missing),
    seedScore: withMissing(data.seedScore, now.seedScore?.missing),
    bestCandidateHash: data.bestCandidateHash,
    gain: measured.gain ?? null,
    spend: spendWithHedges(data.spend, measured.hedged),
  }),
};
