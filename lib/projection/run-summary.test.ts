import { describe, expect, it } from 'vitest';
import type { Fact, FactData, FactType } from '@/lib/domain/ledger-entry';
import { NO_SPEND } from '@/lib/domain/spend';
import { EMPTY_SUMMARY, estimateLeftMs, projectSummary, readSummary } from './run-summary';

const score = (mean: number) => ({ mean, lower: mean - 0.1, upper: mean + 0.1, n: 2 });

function fact<T extends FactType>(type: T, data: Partial<FactData[T]>, measured = {}): Fact {
  return { type, key: type, data, measured: { atMs: 1_000, ...measured } } as unknown as Fact;
}

const rollout = (split: 'train' | 'heldOut', failed = false) =>
  fact('rollout.finished', { split, cause: failed ? { code: 'timedOut' } : null });

const RUN: readonly Fact[] = [
  fact('run.started', {
    counts: { train: 4, selection: 0, heldOut: 2, confirmation: 0 },
    plannedIterations: 2,
    plannedRollouts: 4,
    plannedEvaluationRollouts: 6,
  }),
  rollout('heldOut'),
  rollout('heldOut'),
  fact('heldOut.measured', { score: score(0.4), best: true, candidateHash: 'seed' }, { evaluationMs: 100 }),
  fact('batch.planned', { size: 2, reason: 'static' }),
  fact('iteration.started', { iteration: 0, exampleIds: ['a', 'b'] }),
  rollout('train'),
  rollout('train', true),
];

describe('run summary', () => {
  it('shows what is being done now and how far it has come', () => {
    expect(projectSummary(EMPTY_SUMMARY, RUN.slice(0, 2))).toMatchObject({
      phase: 'measuring',
      phaseDone: 1,
      phaseTotal: 2,
    });
    expect(projectSummary(EMPTY_SUMMARY, RUN)).toMatchObject({
      phase: 'mapping',
      phaseDone: 2,
      phaseTotal: 2,
      iteration: 0,
      rollouts: 2,
      evaluationRollouts: 2,
      failures: 1,
      batchSize: 2,
      seedScore: score(0.4),
      bestCandidateHash: 'seed',
    });
  });

  it('stays with the batch that is answered while held-out is measured beside it', () => {
    const facts = [...RUN, rollout('heldOut'), rollout('heldOut', true)];
    expect(projectSummary(EMPTY_SUMMARY, facts)).toMatchObject({
      ...{ phase: 'mapping', phaseDone: 2, phaseTotal: 2, evaluationRollouts: 4, failures: 2 },
    });
  });

  it('is the same whether facts are folded one by one or together', () => {
    const oneByOne = RUN.reduce((sofar, one) => projectSummary(sofar, [one]), EMPTY_SUMMARY);
    expect(oneByOne).toEqual(projectSummary(EMPTY_SUMMARY, RUN));
  });

  it('says how many examples of its scores are missing, after its end as before', () => {
    const ended = projectSummary(EMPTY_SUMMARY, [
      ...RUN,
      fact('heldOut.measured', { score: score(0.6), missing: 3, best: true, candidateHash: 'better' }),
      fact('run.finished', { bestScore: score(0.6), seedScore: score(0.4), bestCandidateHash: 'better' }),
    ]);
    expect(ended.bestScore).toEqual({ ...score(0.6), missing: 3 });
    expect(ended.lastScore).toEqual({ ...score(0.6), missing: 3 });
    expect(ended.seedScore).toEqual(score(0.4));
  });

  it('keeps the best measurement when a later one is worse', () => {
    const later = projectSummary(EMPTY_SUMMARY, [
      ...RUN,
      fact('heldOut.measured', { score: score(0.3), best: false, candidateHash: 'worse' }),
    ]);
    expect(later).toMatchObject({ lastScore: score(0.3), bestScore: score(0.4), bestCandidateHash: 'seed' });
  });

  it('estimates the time left from closed iterations only, and says nothing before the first', () => {
    expect(estimateLeftMs(projectSummary(EMPTY_SUMMARY, RUN))).toBeNull();
    const closed = projectSummary(EMPTY_SUMMARY, [
      ...RUN,
      fact('iteration.closed', { iteration: 0, trainExamplesSeen: 2, spend: NO_SPEND }, { learningMs: 500 }),
    ]);
    // 250 ms an example x 2 left, 50 ms an evaluation rollout x 4 left.
    expect(estimateLeftMs(closed)).toBe(700);
    expect(estimateLeftMs(projectSummary(closed, [fact('run.failed', {})]))).toBe(0);
  });

  it('reads a row that an older version wrote', () => {
    expect(readSummary({ rollouts: 7 })).toEqual({ ...EMPTY_SUMMARY, rollouts: 7 });
    expect(readSummary(null)).toEqual(EMPTY_SUMMARY);
  });
});
