import { describe, expect, it } from 'vitest';
import { buildRecord } from '@/lib/testing/builders/run-record';
import { qualitySentence } from './claims/quality-words';
import { costPerPoint } from './cost-per-point';
import type { RunRecord } from './run-record';
import { speedClaim } from './speed-claim';
import { gainWords, scoreWords } from './strategy/words';

const serial = buildRecord({ n: 1000, points: [{ right: 600 }, { right: 700, learningMs: 9000 }] });
const parallel = (missing: number) =>
  buildRecord({ n: 1000, points: [{ right: 600 }, { right: 800, learningMs: 1000, missing }] });

/** Every sentence of a report that has a held-out score of the run's own, or a difference, in it. */
function sentencesOf(record: RunRecord): readonly string[] {
  const { chosen, gain } = record;
  if (chosen === null || gain === null) throw new Error('The record has no chosen prompt.');
  const speed = speedClaim(record, serial);
  return [
    scoreWords(chosen.score),
    gainWords(gain),
    costPerPoint(2, gain).sentence,
    speed.sentence,
    ...(speed.quality ? [qualitySentence(speed.quality)] : []),
  ];
}

describe('a prompt of which two held-out examples have no score', () => {
  it('says so in every sentence that has its score or a difference of it', () => {
    const sentences = sentencesOf(parallel(2));
    expect(sentences).toHaveLength(5);
    for (const sentence of sentences) expect(sentence).toContain('n = 998, 2 missing');
  });

  it('says nothing of it where none is missing', () => {
    for (const sentence of sentencesOf(parallel(0))) expect(sentence).not.toContain('missing');
  });

  it('has them in its gain and its score also where the original prompt is still the best', () => {
    const record = buildRecord({ n: 100, points: [{ right: 60, missing: 4 }] });
    expect(record.gain).toMatchObject({ mean: 0, n: 96, missing: 4 });
    expect(record.chosen?.score).toMatchObject({ n: 96, missing: 4 });
  });
});
