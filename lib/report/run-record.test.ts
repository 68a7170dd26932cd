import { describe, expect, it } from 'vitest';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { buildRecordFacts, type RecordedPoint } from '@/lib/testing/builders/run-record';
import { runRecord } from './run-record';

const POINTS: readonly RecordedPoint[] = [
  { right: 60 },
  { right: 70, learningMs: 1000 },
  { right: 71, learningMs: 5, tainted: true },
  { right: 85, learningMs: 3000 },
];

/** The same run, had each iteration used up so many examples of the training order. */
function learningMs(examples: number): readonly number[] {
  const facts = buildRecordFacts({ points: POINTS });
  const closed = facts.closed.map((fact, index) => ({
    ...fact,
    data: { ...fact.data, trainExamplesSeen: (index + 1) * examples },
  }));
  const run = { runId: 'run_1', label: 'Run 1', manifest: buildManifest(), practice: false };
  return runRecord(run, { ...facts, closed }).points.map((point) => point.learningMs);
}

describe('the learning time of a run', () => {
  it('is the same whether or not its search uses up examples of the training order', () => {
    expect(learningMs(10)).toEqual([0, 1000, 2000, 6000]);
    expect(learningMs(0)).toEqual([0, 1000, 2000, 6000]);
  });
});
