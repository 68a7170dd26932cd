import { describe, expect, it } from 'vitest';
import { comparedWinner, sideName } from './compared-winner';

const RUN = {
  difference: { mean: 0.0667, lower: 0.027, upper: 0.107, n: 300 },
  quality: 'holds',
  margin: 0.01,
  unpaired: 0,
  doubt: null,
  score: { mean: 0.8667, lower: 0.82, upper: 0.9, n: 300 },
} as const;
const SERIAL = { doubt: null, score: { ...RUN.score, mean: 0.8 } };
const NAMES = ['Combee', 'Serial'] as const;
const wide = { ...RUN.difference, mean: 0.002, lower: -0.008, upper: 0.012 };

describe('the winner of a comparison', () => {
  it('names the better run with its gain, interval and n', () => {
    expect(comparedWinner(RUN, SERIAL, NAMES)).toEqual({
      ...{ word: 'Better', tone: 'good', headline: '“Combee” beats “Serial”', note: null },
      gain: '+6.7 pt (95 % +2.7 pt to +10.7 pt, n = 300)',
    });
  });

  it('claims no better run where the interval includes zero, and names the registered margin', () => {
    const held = comparedWinner({ ...RUN, difference: wide }, SERIAL, NAMES);
    expect([held.word, held.headline]).toEqual(['Holds', '“Combee” keeps the score of “Serial” within 1 pt']);
  });

  it('never says better or worse where the quality claim is undecided, whatever the interval', () => {
    const open = comparedWinner({ ...RUN, quality: 'undecided', unpaired: 2 }, SERIAL, NAMES);
    expect([open.word, open.tone]).toEqual(['Undecided', 'neutral']);
    expect(open.note).toContain('2 examples');
  });

  it('says why the gain is not the difference of the two scores', () => {
    const chosen = { ...RUN, difference: { ...RUN.difference, mean: 0.05, comparisons: 2 } };
    expect(comparedWinner(chosen, SERIAL, NAMES).note).toBe(
      'Lower than the scores suggest: corrected for choosing the best of 2 prompts.',
    );
  });

  it('says that the run loses where the claim fails', () => {
    const lost = comparedWinner({ ...RUN, quality: 'fails' }, SERIAL, NAMES);
    expect([lost.word, lost.headline]).toEqual(['Worse', '“Combee” loses to “Serial”']);
  });

  it('shows no gain where the score of either side is in doubt', () => {
    const doubt = { code: 'superseded', word: 'Superseded', sentence: 'Ada put aside 3 answers.' } as const;
    for (const found of [
      comparedWinner({ ...RUN, doubt }, SERIAL, NAMES),
      comparedWinner(RUN, { ...SERIAL, doubt }, NAMES),
    ]) {
      expect(found).toMatchObject({ word: 'Superseded', tone: 'bad', gain: null });
      expect(found.headline).toContain('Ada put aside 3 answers.');
    }
  });

  it('tells runs of one label apart by their ids', () => {
    const [one, other] = [
      { runId: 'run_aaaaaa', label: 'Serial' },
      { runId: 'run_bbbbbb', label: 'Serial' },
    ];
    expect(sideName(one, [one, other])).toBe('Serial · aaaaaa');
    expect(sideName(one, [one])).toBe('Serial');
  });
});
