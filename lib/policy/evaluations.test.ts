import { describe, expect, it } from 'vitest';
import { assertReasonToRepeat } from './evaluations';

const forced = { force: true, reason: '', scored: 3 };

describe('R-114 evaluating again', () => {
  it('takes a reason where there is a score', () => {
    expect(() => assertReasonToRepeat(forced)).toThrow(
      'This pair has a score. Give a reason to evaluate it again.',
    );
    expect(() => assertReasonToRepeat({ ...forced, reason: '   ' })).toThrow(/has a score/);
    expect(() => assertReasonToRepeat({ ...forced, reason: 'The model was replaced.' })).not.toThrow();
  });

  it('takes none where there is no score yet, or where the score that is there will do', () => {
    expect(() => assertReasonToRepeat({ ...forced, scored: 0 })).not.toThrow();
    expect(() => assertReasonToRepeat({ ...forced, force: false })).not.toThrow();
  });
});
