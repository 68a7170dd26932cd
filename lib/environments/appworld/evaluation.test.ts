import { describe, expect, it } from 'vitest';
import { type Evaluation, outcomeOf } from './evaluation';

const pass = (label: string | null) => ({ requirement: 'r', label });
const failure = (label: string | null) => ({ requirement: 'other', trace: 'AssertionError: 3 == 4', label });
const found = (
  passes: (string | null)[],
  failures: (string | null)[],
  more: Partial<Evaluation> = {},
): Evaluation => ({
  success: failures.length === 0,
  difficulty: 2,
  num_tests: passes.length + failures.length,
  passes: passes.map(pass),
  failures: failures.map(failure),
  ...more,
});

describe('an evaluation', () => {
  it.each([
    ['an idle agent', found(['no_op_pass'], ['no_op_fail']), 0],
    ['a task half done', found(['no_op_pass', 'no_op_fail'], ['no_op_fail']), 0.5],
    ['a task done with harm to other records', found(['no_op_fail'], ['no_op_pass']), 0.5],
    ['a task done', found(['no_op_pass', 'no_op_fail'], []), 1],
    ['tests without labels', found([null], [null]), 0.5],
    ['nothing but tests that an idle agent passes', found(['no_op_pass'], []), 1],
    ['tests that did not run', found(['no_op_fail'], [], { num_tests: 4, success: false }), 0.25],
  ])('of %s teaches its share', (_, evaluation, reward) => {
    expect(outcomeOf(evaluation).learningReward).toBe(reward);
  });

  it('reports all tests and nothing but success', () => {
    const outcome = outcomeOf(found(['no_op_pass'], ['no_op_fail']));
    expect(outcome).toMatchObject({ success: false, passed: 1, tests: 2, difficulty: 2 });
    expect(outcome.feedback).toContain('AssertionError: 3 == 4');
  });
});
