import { describe, expect, it } from 'vitest';
import { scoreDoubtOf } from './score-doubt';

const sound = {
  ...{ split: { usedToTune: false, usedToTuneNote: null }, putAside: null, isExploratory: false },
  judge: { verdict: 'passed', explanation: 'It agrees.' },
};
const aside = { answers: 12, by: 'ann@lab.example', reason: 'The reference answers were wrong.' };
const tuned = { usedToTune: true, usedToTuneNote: null };

describe('a score', () => {
  it('is believed where nothing is known against it, and where no statement was made', () => {
    expect(scoreDoubtOf(sound)).toBeNull();
    expect(scoreDoubtOf({ split: null, putAside: null, judge: null, isExploratory: false })).toBeNull();
    const unsaid = { ...sound, split: { usedToTune: null, usedToTuneNote: null } };
    expect(scoreDoubtOf(unsaid)).toBeNull();
  });

  it('is in doubt where its split was used to tune, answers were put aside, or its judge failed', () => {
    expect(scoreDoubtOf({ ...sound, split: tuned })?.code).toBe('contaminated');
    expect(scoreDoubtOf({ ...sound, putAside: aside })).toMatchObject({
      code: 'superseded',
      sentence: 'ann@lab.example put aside 12 answers behind this score: The reference answers were wrong.',
    });
    const failed = { verdict: 'failed', explanation: 'Spearman 0.2.' };
    expect(scoreDoubtOf({ ...sound, judge: failed })?.sentence).toContain('Spearman 0.2.');
  });

  it('names contamination first, since it spoils all that is measured on the split', () => {
    expect(scoreDoubtOf({ ...sound, split: tuned, putAside: aside })?.code).toBe('contaminated');
  });
});
