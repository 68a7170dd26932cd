import { describe, expect, it } from 'vitest';
import { assertStaysContaminated, contaminationOf } from './contamination';

const stated = (usedToTune: boolean | null, usedToTuneNote: string | null = null) => ({
  usedToTune,
  usedToTuneNote,
});

describe('contaminationOf (R-053)', () => {
  it('blocks a headline only where a person stated that held-out was used to tune', () => {
    expect(contaminationOf(stated(null))).toBeNull();
    expect(contaminationOf(stated(false, 'never'))).toBeNull();
    expect(contaminationOf(stated(true))).toMatchObject({
      code: 'HELD_OUT_CONTAMINATED',
      title: 'Held-out is contaminated',
      sentence: 'Held-out was used to tune, so no headline rests on it.',
    });
    expect(contaminationOf(stated(true, 'We chose the prompt on it.'))?.sentence).toContain(
      'We chose the prompt on it.',
    );
  });

  it('is never unsaid', () => {
    expect(() => assertStaysContaminated(stated(true), stated(false))).toThrow(/cannot be unsaid/);
    expect(() => assertStaysContaminated(stated(true), stated(true, 'again'))).not.toThrow();
    expect(() => assertStaysContaminated(stated(false), stated(true))).not.toThrow();
    expect(() => assertStaysContaminated(stated(null), stated(false))).not.toThrow();
  });
});
