import { describe, expect, it } from 'vitest';
import { chosenModel, MIXED, modelGroups, practiceModelsOf } from './one-model';

const PRACTICE = { id: 'prv_p', name: 'Practice model', practice: true, models: [{ name: 'practice-task' }] };
const OWN = { id: 'prv_1', name: 'House', practice: false, models: [{ name: 'small' }, { name: 'a/large' }] };
const ALL = ['serving', 'proposer', 'evaluator'] as const;

describe('the one model of a new experiment', () => {
  const groups = modelGroups([PRACTICE, OWN, { ...OWN, id: 'prv_2', name: 'Empty', models: [] }]);

  it('is a practice provider as a whole, or any model of another one; a provider without models is left out', () => {
    expect(groups.map(({ label, options }) => [label, options.map(({ value }) => value)])).toEqual([
      ['Practice model', ['prv_p']],
      ['House', ['prv_1/small', 'prv_1/a/large']],
    ]);
  });

  it('is found again from the models of the roles, and only of the roles that are asked', () => {
    expect(chosenModel(groups, practiceModelsOf(PRACTICE), ALL)).toBe('prv_p');
    const large = { serving: 'prv_1/a/large', proposer: 'prv_1/a/large', evaluator: 'prv_p/practice-judge' };
    expect(chosenModel(groups, large, ['serving', 'proposer'])).toBe('prv_1/a/large');
    expect(chosenModel(groups, large, ALL)).toBe(MIXED);
    expect(chosenModel(groups, { serving: '', proposer: '', evaluator: '' }, ALL)).toBe('');
  });
});
