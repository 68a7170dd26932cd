import { describe, expect, it } from 'vitest';
import type { DefaultLineView } from '@/lib/contracts/intake-shapes';
import { unexplainedChanges } from './intake-words';

const LINE: DefaultLineView = {
  ...{ ruleId: 'R-202', title: 'Lanes', usual: '8', chosen: '128', changed: true, reason: null },
};

describe('the guided set-up in words', () => {
  it('asks why a default is changed until enough is said, and of no other one', () => {
    const said = { ...LINE, reason: 'The provider allows 128 calls at once.' };
    const brief = { ...LINE, ruleId: 'R-203', reason: '  because we can ' };
    const usual = { ...LINE, ruleId: 'R-204', changed: false };
    expect(unexplainedChanges([LINE, said, brief, usual]).map(({ ruleId }) => ruleId)).toEqual([
      'R-202',
      'R-203',
    ]);
  });
});
