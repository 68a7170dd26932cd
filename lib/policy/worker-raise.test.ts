import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import {
  assertLanesHaveDiversity,
  assertMayRaiseLanes,
  planAutomaticRaise,
  type RaiseEvidence,
  raiseConditions,
} from './worker-raise';

const GOOD: RaiseEvidence = {
  ...{ lanes: 8, lastBatchSize: 8 },
  ...{ hasDiversity: true, isDiversityHeld: true, heldOutImproves: true },
};

function refusal(act: () => void): AppError {
  try {
    act();
  } catch (error) {
    if (AppError.is(error)) return error;
  }
  throw new Error('Nothing was refused.');
}

describe('raising the lanes of a run', () => {
  it('R-202: all three conditions let them be raised; each one that fails refuses and is named', () => {
    expect(() => assertMayRaiseLanes(16, GOOD)).not.toThrow();
    const failing = [
      ['batchesFill', { lastBatchSize: 7 }],
      ['batchesFill', { lastBatchSize: null }],
      ['diversityHolds', { isDiversityHeld: null }],
      ['heldOutImproves', { heldOutImproves: false }],
      ['heldOutImproves', { heldOutImproves: null }],
    ] as const;
    for (const [name, change] of failing) {
      const error = refusal(() => assertMayRaiseLanes(16, { ...GOOD, ...change }));
      expect(error).toMatchObject({ code: 'WORKER_RAISE_CONDITIONS', kind: 'conflict' });
      expect(error.context.failing).toEqual([name]);
      expect(error.howToProceed).not.toEqual([]);
    }
    expect(raiseConditions(GOOD).every(({ holds }) => holds)).toBe(true);
  });

  it('R-202: says whether diversity was not measured yet, or is not measured at all', () => {
    const said = (change: Partial<RaiseEvidence>) => raiseConditions({ ...GOOD, ...change })[1]?.explanation;
    expect(said({ isDiversityHeld: null })).toBe('No iteration has been looked through for copies yet.');
    expect(said({ hasDiversity: false, isDiversityHeld: null })).toMatch(/^This run has no diversity rule/);
  });

  it('R-202: as many or fewer lanes are never refused', () => {
    const measured = { isDiversityHeld: false, heldOutImproves: false };
    const bad = { lanes: 8, lastBatchSize: null, hasDiversity: false, ...measured };
    for (const wanted of [8, 1]) expect(() => assertMayRaiseLanes(wanted, bad)).not.toThrow();
  });

  it('R-021: a collapsed run is offered the three injections before any lane', () => {
    const error = refusal(() => assertMayRaiseLanes(16, { ...GOOD, isDiversityHeld: false }));
    expect(error).toMatchObject({ code: 'COLLAPSED_ADD_DIVERSITY_FIRST', kind: 'conflict' });
    expect(error.howToProceed.map((step) => step.split(':')[0])).toEqual([
      'Temperature',
      'Operator',
      'Original prompt',
    ]);
  });

  it('R-190: without a diversity rule eight times the serial lane is the most; with one any number is taken', () => {
    expect(() => assertLanesHaveDiversity(8, false)).not.toThrow();
    expect(() => assertLanesHaveDiversity(64, true)).not.toThrow();
    const error = refusal(() => assertLanesHaveDiversity(9, false));
    expect(error).toMatchObject({ code: 'LANES_WITHOUT_DIVERSITY', kind: 'refused' });
    expect(error.userMessage).toBe(
      'Sixty-four workers without a diversity rule give 64 copies of one prompt by iteration 3. Add a diversity control first.',
    );
    expect(refusal(() => assertMayRaiseLanes(64, { ...GOOD, hasDiversity: false })).code).toBe(
      'LANES_WITHOUT_DIVERSITY',
    );
  });

  it('R-202: by itself it doubles up to the most, and stays where a condition fails', () => {
    const auto = { ...GOOD, lanesMax: 24, selectionMeans: [0.5, 0.5] };
    expect(planAutomaticRaise(auto)).toBe(16);
    expect(planAutomaticRaise({ ...auto, lanes: 16, lastBatchSize: 16 })).toBe(24);
    const stays = [
      { lanes: 24, lastBatchSize: 24 },
      { lastBatchSize: 7 },
      { isDiversityHeld: false },
      { isDiversityHeld: null },
      { selectionMeans: [0.5] },
      { selectionMeans: [0.9, 0.5, 0.49] },
    ];
    for (const change of stays) {
      const planned = planAutomaticRaise({ ...auto, ...change });
      expect(planned).toBe({ ...auto, ...change }.lanes);
    }
  });
});
