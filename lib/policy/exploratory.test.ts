import { describe, expect, it } from 'vitest';
import { assertPromotable, assertQuotable, exploratoryFault } from './exploratory';

const diagnosis = (verdict: 'go' | 'noGo' | 'undecided') => ({
  id: 'dia_1',
  verdict,
  reason: 'It was measured.',
});

describe('an exploratory run', () => {
  it('starts on an undecided diagnosis and on no other', () => {
    expect(exploratoryFault(diagnosis('undecided'))).toBeNull();
    for (const newest of [diagnosis('go'), diagnosis('noGo'), null])
      expect(exploratoryFault(newest)).toMatchObject({ code: 'EXPLORATORY_NOT_DUE', ruleId: 'EXP-1' });
  });

  it('starts on collected traces before there is a diagnosis, and not against one', () => {
    const learned = { traces: { sampleId: 'tsm_1', hash: 'hash' } };
    expect(exploratoryFault(null, learned)).toBeNull();
    for (const newest of [diagnosis('go'), diagnosis('noGo')])
      expect(exploratoryFault(newest, learned)).toMatchObject({ ruleId: 'EXP-1' });
  });

  it('is neither promoted nor quoted, while a Combee run may be both', () => {
    expect(() => assertPromotable({ kind: 'exploratory' })).toThrow(
      expect.objectContaining({ ruleId: 'EXP-2' }),
    );
    expect(() => assertQuotable({ kind: 'exploratory' })).toThrow(
      expect.objectContaining({ ruleId: 'EXP-3' }),
    );
    expect(() => assertPromotable({ kind: 'combee' })).not.toThrow();
    expect(() => assertQuotable({ kind: 'combee' })).not.toThrow();
  });
});
