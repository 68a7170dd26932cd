import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { LEVEL_TWO_READINGS } from './level-two-readings';
import {
  PRACTICE_SETTINGS_DEFAULT,
  type PracticeSettings,
  practiceHeaders,
  practiceSettingsIn,
} from './practice-settings';

describe('the settings of the practice model', () => {
  it('are the defaults where headers state nothing, with every effect off', () => {
    expect(practiceSettingsIn({ 'x-practice-time-scale': '20' })).toEqual(PRACTICE_SETTINGS_DEFAULT);
    expect(PRACTICE_SETTINGS_DEFAULT).toMatchObject({ answerNoise: 0, staleness: 0, promptKneeTokens: 0 });
  });

  it('come back from the headers that are sent for them, whatever they are', () => {
    const settings: fc.Arbitrary<PracticeSettings> = fc.record({
      levelTwoCounts: fc.constantFrom(...LEVEL_TWO_READINGS),
      answerNoise: fc.double({ min: 0, max: 1, noNaN: true }),
      staleness: fc.double({ min: 0, max: 1, noNaN: true }),
      promptKneeTokens: fc.nat({ max: 1_000_000 }),
      promptSteepness: fc.double({ min: 0, max: 10, noNaN: true }),
    });
    fc.assert(
      fc.property(settings, (stated) => {
        const upper = Object.entries(practiceHeaders(stated)).map(([name, value]) => [
          name.toUpperCase(),
          value,
        ]);
        const read = practiceSettingsIn(Object.fromEntries(upper));
        expect(JSON.stringify(read)).toBe(JSON.stringify({ ...stated }));
      }),
    );
  });

  it.each([
    ['x-practice-level-two-counts', 'insights'],
    ['x-practice-answer-noise', '1.5'],
    ['x-practice-staleness', '-0.1'],
    ['x-practice-prompt-steepness', 'steep'],
  ])('refuse %s = %s and name the header', (name, value) => {
    try {
      practiceSettingsIn({ [name]: value });
      expect.unreachable();
    } catch (error) {
      expect(AppError.is(error, 'INPUT_INVALID') && error.userMessage).toContain(name);
    }
  });
});
