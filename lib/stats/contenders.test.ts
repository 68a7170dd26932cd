import { describe, expect, it } from 'vitest';
import { contendersOf } from './contenders';
import type { ScoredExamples } from './scored-examples';

/** The first `right` of 600 examples answered right, the last `missing` without a score. */
function answers(right: number, missing = 0): ScoredExamples {
  const at = Array.from({ length: 600 }, (_, index) => index);
  return {
    exampleIds: at.map((index) => `e${index}`),
    scores: at.map((index) => (index >= 600 - missing ? null : index < right ? 1 : 0)),
  };
}

describe('the prompts that could have been chosen', () => {
  it('leave out what lies beyond doubt below the chosen one, and follow its place', () => {
    const candidates = [answers(300), answers(498), answers(500), answers(495)];
    expect(contendersOf({ candidates, chosen: 2 })).toEqual({ candidates: candidates.slice(1), chosen: 1 });
  });

  it('keep a prompt whose missing scores could lift it above the chosen one', () => {
    const candidates = [answers(300, 300), answers(500)];
    expect(contendersOf({ candidates, chosen: 1 })?.candidates).toHaveLength(2);
  });

  it('keep every prompt where the named one is not the highest, and none where it names none', () => {
    const candidates = [answers(300), answers(400), answers(500)];
    expect(contendersOf({ candidates, chosen: 0 })?.candidates).toEqual(candidates);
    expect(contendersOf({ candidates, chosen: 3 })).toBeNull();
  });
});
