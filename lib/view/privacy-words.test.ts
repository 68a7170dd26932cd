import { describe, expect, it } from 'vitest';
import { describeChoice, describeLeak, describeSpans } from './privacy-words';

const leak = { n: 8, promptNgrams: 1000, copiedNgrams: 25, share: 0.025, examples: 40, worst: [] };
const span = { start: 0, end: 1, masked: '•', placeholder: '[EMAIL_1]' };

describe('the privacy of a version in words', () => {
  it('R-210 shows the share with its n and its total, and that there is no interval', () => {
    expect(describeLeak(leak)).toBe(
      '25 of its 1,000 sequences of 8 words (2.5 %) stand word for word in one of 40 training examples; all were counted, so there is no interval.',
    );
    expect(describeLeak({ ...leak, promptNgrams: 0, share: null })).toContain('too short to tell');
  });

  it('R-210 shows the choice made at an import, with the reason', () => {
    const found = [{ kind: 'email' as const, count: 4, examples: 1 }];
    expect(describeChoice({ choice: 'redact', reason: null, found })).toBe('Struck out: e-mail address (4)');
    expect(describeChoice({ choice: 'keep', reason: 'Made up.', found })).toBe(
      'Kept: e-mail address (4). Reason: Made up.',
    );
  });

  it('R-210 counts findings by kind', () => {
    expect(describeSpans([])).toContain('No personal');
    expect(
      describeSpans([
        { ...span, kind: 'email' },
        { ...span, kind: 'email' },
      ]),
    ).toBe('This version contains personal or secret data in 2 places: e-mail address (2).');
  });
});
