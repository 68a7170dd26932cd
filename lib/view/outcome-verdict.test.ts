import { describe, expect, it } from 'vitest';
import type { ClaimAnswer } from '@/lib/domain/claim-settings';
import { outcomeVerdict, type VerdictFacts } from './outcome-verdict';

const GAIN: VerdictFacts = {
  ...{ gain: 'holds', serial: null, confirmed: null, isContaminated: false, hasCollapsed: false },
  confirmation: 'sealed',
};
const against = (answer: ClaimAnswer) => ({ answer, sentence: `Claim ${answer}.` });
const verdict = (more: Partial<VerdictFacts>) => outcomeVerdict({ ...GAIN, ...more });

describe('whether to trust a run', () => {
  it('calls a gain on held-out better and unproven, and says what proves it', () => {
    expect(verdict({}).word).toBe('Gain, unconfirmed');
    expect(verdict({}).answer).toMatch(/^Better by more than chance explains, but not proven yet: .+sealed/u);
    expect(verdict({ confirmation: 'measuring' }).answer).toMatch(/being scored\.$/u);
    expect(verdict({ confirmation: 'failed' }).answer).toMatch(/see why\.$/u);
    for (const confirmation of [null, 'none', 'spent'] as const)
      expect(verdict({ confirmation }).answer).toMatch(/canary on real requests/u);
    expect(verdict({ hasCollapsed: true }).word).toBe('Gain, but collapsed');
  });

  it('lets the confirmation examples overrule everything that is known of held-out', () => {
    for (const gain of ['holds', 'fails', 'undecided'] as const)
      for (const isContaminated of [true, false]) {
        expect(verdict({ gain, isContaminated, confirmed: true }).tone).toBe('good');
        expect(verdict({ gain, isContaminated, confirmed: false }).answer).toMatch(/^Do not trust/u);
      }
  });

  it('says with a gain that points were lost, or may be, against the serial baseline, and is not green then', () => {
    for (const confirmed of [true, null]) {
      const lost = verdict({ confirmed, serial: against('fails') });
      expect(lost.tone).toBe('honey');
      expect(lost.answer).toMatch(/ Claim fails\. .+ serial one is the one to take\.$/u);
      const open = verdict({ confirmed, serial: against('undecided') });
      expect(open.tone).toBe('honey');
      expect(open.answer).toMatch(/ Claim undecided\.$/u);
    }
    for (const serial of [against('holds'), null])
      expect(verdict({ serial, confirmed: true }).tone).toBe('good');
    expect(verdict({ gain: 'fails', serial: against('fails') }).answer).not.toMatch(/serial/u);
  });

  it('recommends no prompt that is contaminated, worse or possibly better by chance', () => {
    expect(verdict({ isContaminated: true }).answer).toMatch(/^Do not trust/u);
    expect(verdict({ gain: 'fails' }).answer).toMatch(/keep the original prompt\.$/u);
    expect(verdict({ gain: 'undecided' })).toMatchObject({ word: 'Undecided', tone: 'neutral' });
  });
});
