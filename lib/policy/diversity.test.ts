import { describe, expect, it } from 'vitest';
import type { DiversitySettings } from '@/lib/domain/diversity';
import { AppError } from '@/lib/errors/app-error';
import { HASHED_NGRAM_ID } from '@/lib/stats/hashed-ngram-embedder';
import { assertDiversity, depthWarning, type GivenDiversity } from './diversity';

const SOUND: DiversitySettings = {
  operators: [
    { kind: 'rephrase', weight: 0.5 },
    { kind: 'reorder', weight: 0.3 },
    { kind: 'fewShotSwap', weight: 0.2 },
  ],
  adaptAfterIteration: 5,
  temperature: [{ fromIteration: 0, temperature: 0.5 }],
  similarityMax: 0.92,
  embedderId: HASHED_NGRAM_ID,
  reseedAfterCollapsed: 3,
};

function refusal(change: GivenDiversity): AppError {
  try {
    assertDiversity({ ...SOUND, ...change }, ['prv_1']);
  } catch (error) {
    if (AppError.is(error)) return error;
  }
  throw new Error('Nothing was refused.');
}

describe('the diversity rules of a parallel run', () => {
  it('pins a full set as it is given', () => {
    expect(assertDiversity(SOUND, [])).toEqual(SOUND);
  });

  it('R-101: takes three operators and refuses two', () => {
    const two = SOUND.operators.slice(0, 2).map(({ kind }) => ({ kind, weight: 0.5 }));
    const error = refusal({ operators: two });
    expect(error).toMatchObject({ code: 'OPERATORS_LT_3', kind: 'refused', ruleId: 'R-101' });
    expect(error.howToProceed).not.toEqual([]);
    expect(refusal({ operators: undefined }).code).toBe('OPERATORS_LT_3');
    const thrice = SOUND.operators.map(({ weight }) => ({ kind: 'insert' as const, weight }));
    expect(refusal({ operators: thrice }).code, 'one kind three times is one operator').toBe(
      'OPERATORS_LT_3',
    );
  });

  it('R-102: takes weights that sum to 1 and refuses others, with what they sum to', () => {
    const thirds = SOUND.operators.map(({ kind }) => ({ kind, weight: 1 / 3 }));
    expect(assertDiversity({ ...SOUND, operators: thirds }, []).operators).toEqual(thirds);
    const short = SOUND.operators.map(({ kind }) => ({ kind, weight: 0.3 }));
    const error = refusal({ operators: short });
    expect(error).toMatchObject({ code: 'OPERATOR_WEIGHTS_INVALID', kind: 'refused' });
    expect(error.message).toContain('they sum to 0.9');
  });

  it('R-103: takes a rising schedule from iteration 0 and refuses any other', () => {
    const rising = [
      { fromIteration: 0, temperature: 1 },
      { fromIteration: 4, temperature: 0.2 },
    ];
    expect(assertDiversity({ ...SOUND, temperature: rising }, []).temperature).toEqual(rising);
    for (const temperature of [undefined, [], rising.slice(1), rising.toReversed()])
      expect(refusal({ temperature }).code).toBe('NO_TEMPERATURE_SCHEDULE');
  });

  it('R-104: takes a threshold with its embedder and refuses none, or an embedder without a provider', () => {
    expect(assertDiversity({ ...SOUND, embedderId: 'prv_1/vectors' }, ['prv_1']).embedderId).toBe(
      'prv_1/vectors',
    );
    expect(refusal({ similarityMax: null })).toMatchObject({
      code: 'NO_ANTI_COLLAPSE_RULE',
      kind: 'refused',
    });
    expect(refusal({ embedderId: 'prv_2/vectors' }).code).toBe('NO_ANTI_COLLAPSE_RULE');
  });

  it('R-105: takes a condition for a fresh prompt and refuses none', () => {
    expect(assertDiversity({ ...SOUND, reseedAfterCollapsed: 1 }, []).reseedAfterCollapsed).toBe(1);
    for (const reseedAfterCollapsed of [null, undefined])
      expect(refusal({ reseedAfterCollapsed })).toMatchObject({ code: 'NO_RESEED_RULE', kind: 'refused' });
  });

  it('names all that is missing at once', () => {
    const error = refusal({
      operators: [],
      temperature: [],
      similarityMax: null,
      reseedAfterCollapsed: null,
    });
    expect(error.fields.map(({ path }) => path)).toEqual([
      'diversity.operators',
      'diversity.temperature',
      'diversity.similarityMax',
      'diversity.reseedAfterCollapsed',
    ]);
  });
});

describe('depth in the place of diversity', () => {
  it('R-019: warns when most rollouts go into one chain of edits, and not at half of them', () => {
    expect(depthWarning([1, 1, 1, 1])).toMatchObject({ code: 'DEPTH_NOT_DIVERSITY', ruleId: 'R-019' });
    expect(depthWarning([3, 3, 5])?.message).toContain('55 % of 11 rollouts');
    expect(depthWarning([3, 1, 4])).toBeNull();
    expect(depthWarning([4, 8, 16, 32])).toBeNull();
    expect(depthWarning([])).toBeNull();
  });
});
