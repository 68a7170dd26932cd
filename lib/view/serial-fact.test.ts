import { describe, expect, it } from 'vitest';
import type { RunCostsView } from '@/lib/contracts/costs';
import { serialFact } from './serial-fact';

type Facts = Parameters<typeof serialFact>[0];

const NOT_COMPARED = { kind: 'notCompared', baseline: null, code: 'NO_BASELINE', sentence: 'No baseline.' };

function facts(speed: object, againstSerial: object = { kind: 'compared', sentence: 'Compared.' }): Facts {
  const headline = {
    priced: true,
    cost: { kind: 'measured' },
    big: '$0.12 a point',
    sentence: 'Said.',
    speed,
  };
  return { headline, againstSerial } as unknown as Pick<RunCostsView, 'headline' | 'againstSerial'>;
}

const SHOWN = { kind: 'shown', ratio: 16.94, lower: 15, upper: 18, seeds: 3 };

describe('a run against its serial run', () => {
  it('shows a speed only with the cost of a point', () => {
    expect(serialFact(facts(SHOWN), null)).toMatchObject({ text: '16.9× faster', note: '$0.12 a point' });
  });

  it('strikes the ratio of a regression through', () => {
    const fact = serialFact(facts({ kind: 'regression', struckThrough: 8, sentence: 'Worse.' }), null);
    expect(fact).toMatchObject({ text: '8.0×', note: 'regression', isStruck: true });
  });

  it('shows no ratio where none may be quoted, and says why', () => {
    const none = serialFact(facts({ kind: 'none', sentence: 'Not ready.' }), null);
    expect(none).toMatchObject({ note: '$0.12 a point', isKnown: false });
    expect(none.text).not.toMatch(/\d/);
    expect(serialFact(facts({ kind: 'none', sentence: '' }, NOT_COMPARED), null)).toMatchObject({
      ...{ text: '–', note: 'nothing to compare', sentence: 'No baseline.' },
    });
  });

  it('shows neither speed nor price of a score in doubt', () => {
    const fact = serialFact(facts(SHOWN), { word: 'Contaminated' });
    expect(fact).toMatchObject({ text: '–', note: 'contaminated' });
  });
});
