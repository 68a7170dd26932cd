import { describe, expect, it } from 'vitest';
import { assertBranchable, type BranchPoint } from './branching';

const point: BranchPoint = { kind: 'combee', iteration: 3, lastClosed: 3 };
const refusalOf = (changes: Partial<BranchPoint>) => () => assertBranchable({ ...point, ...changes });

describe('branching a run', () => {
  it('is possible from every iteration that has closed', () => {
    expect(refusalOf({})).not.toThrow();
    expect(refusalOf({ iteration: 0 })).not.toThrow();
    expect(refusalOf({ kind: 'comparisonPoint' })).not.toThrow();
  });

  it('is refused for one that is not there yet, with the newest that is', () => {
    expect(refusalOf({ iteration: 4 })).toThrow('The newest that has is 3.');
    expect(refusalOf({ lastClosed: null, iteration: 0 })).toThrow('None has yet.');
  });

  it('is refused for an evaluation, which trains nothing', () => {
    expect(refusalOf({ kind: 'evaluation' })).toThrow(/trains nothing/);
  });
});
