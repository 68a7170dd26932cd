import { describe, expect, it } from 'vitest';
import { outcomeVerdict, type VerdictFacts } from './outcome-verdict';

const GAIN: VerdictFacts = {
  ...{ gain: 'above', serial: null, confirmed: null, isContaminated: false, hasCollapsed: false },
  confirmation: 'sealed',
};
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
    for (const gain of ['above', 'below', 'zero'] as const)
      for (const isContaminated of [true, false]) {
        expect(verdict({ gain, isContaminated, confirmed: true }).tone).toBe('good');
        expect(verdict({ gain, isContaminated, confirmed: false }).answer).toMatch(/^Do not trust/u);
      }
  });

  it('says beside a gain that the serial baseline was better, and is not green then', () => {
    for (const confirmed of [true, null]) {
      const beaten = verdict({ confirmed, serial: 'below' });
      expect(beaten.tone).toBe('honey');
      expect(beaten.answer).toMatch(/The serial baseline ended higher .+ its prompt is the one to take\.$/u);
    }
    for (const serial of ['above', 'zero', null] as const)
      expect(verdict({ serial, confirmed: true }).tone).toBe('good');
    expect(verdict({ gain: 'below', serial: 'below' }).answer).not.toMatch(/serial/u);
  });

  it('tells nobody to trust what was tuned on, got worse or may be chance', () => {
    expect(verdict({ isContaminated: true }).answer).toMatch(/^Do not trust/u);
    expect(verdict({ gain: 'below' }).answer).toMatch(/keep the original prompt\.$/u);
    expect(verdict({ gain: 'zero' })).toMatchObject({ word: 'Not decided', tone: 'neutral' });
  });
});
