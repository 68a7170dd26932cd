import { describe, expect, it } from 'vitest';
import type { PairedRun } from '@/lib/contracts/paired-comparisons';
import { changeOf, differenceWords, pWords, qualitySentence, versionSentence } from './paired-comparison';

const RUN: PairedRun = {
  ...{ runId: 'run_b', label: 'Combee', experimentId: 'exp_1', candidateHash: 'h' },
  ...{
    score: { mean: 0.8, lower: 0.75, upper: 0.85, n: 300 },
    learningMs: 17_000,
    costUsd: 0.2,
    practice: true,
    hardware: 'a laptop',
    n: 300,
    unpaired: 0,
    wins: 30,
    losses: 10,
    ties: 260,
    p: 0.0022,
  },
  difference: { mean: 0.0667, lower: 0.027, upper: 0.107, n: 300 },
  quality: 'holds',
  margin: 0.01,
  doubt: null,
};
const NAIVE = { label: 'Naive', doubt: null };

describe('a paired comparison in words', () => {
  it('says what was counted, the interval, and the answer by the registered margin', () => {
    expect(qualitySentence(RUN, NAIVE)).toBe(
      '“Combee” wins 30 and loses 10 of 300 examples against “Naive”: +6.7 pt (95 % +2.7 pt to +10.7 pt, n = 300). Holds: keeps the baseline’s score within 1 pt.',
    );
    expect(pWords(RUN)).toBe('0.002');
  });

  it('says where the margin leaves it undecided, and what was left out', () => {
    const open = {
      ...RUN,
      quality: 'undecided',
      unpaired: 2,
      difference: { ...RUN.difference, lower: -0.01 },
    } as const;
    expect(qualitySentence(open, NAIVE)).toMatch(
      /Undecided whether the loss stays within 1 pt\. 2 examples measured on one side only stay out\.$/,
    );
  });

  it('has no verdict where the score of either side is in doubt, and says why', () => {
    const doubt = { code: 'superseded', word: 'Superseded', sentence: 'Ada put aside 3 answers.' } as const;
    for (const [run, baseline] of [
      [{ ...RUN, doubt }, NAIVE],
      [RUN, { ...NAIVE, doubt }],
    ] as const) {
      expect(qualitySentence(run, baseline)).toMatch(/^No verdict .+: Ada put aside 3 answers\.$/);
    }
  });

  it('says of a version what it won against the first one, with the exact test', () => {
    expect(versionSentence({ ...RUN, decided: 'better' }, 'After iteration 3')).toMatch(
      /^“After iteration 3” wins 30 and loses 10 of 300 examples against “Original prompt”.* McNemar’s exact p is 0\.002\.$/,
    );
  });

  it('says that two score the same, with the answer', () => {
    expect(qualitySentence({ ...RUN, wins: 0, losses: 0, ties: 300 }, NAIVE)).toContain(
      'score the same on 300 examples',
    );
  });

  it('has a sign beside each colour, and words where there is no interval', () => {
    expect(changeOf({ before: 1, after: 0 })).toMatchObject({ sign: '−', tone: 'bad' });
    expect(changeOf({ before: 0, after: 1 })).toMatchObject({ sign: '+', tone: 'good' });
    expect(changeOf({ before: 1, after: 1 })).toMatchObject({ sign: '=' });
    expect(differenceWords({ difference: { mean: 0, lower: null, upper: null, n: 1 } })).toBe(
      '0.0 pt (no interval, n = 1)',
    );
    expect(differenceWords({ difference: { mean: 0, lower: 0, upper: 0, n: 300 } })).toBe(
      '0.0 pt (95 % interval of no width, n = 300)',
    );
  });
});
