import { describe, expect, it } from 'vitest';
import { RULES } from './table';

/** The chapters of the strategist, as they are numbered. */
const NUMBERED: readonly (readonly [first: number, last: number])[] = [
  [1, 6],
  [10, 28],
  [30, 55],
  [60, 64],
  [70, 76],
  [80, 90],
  [100, 105],
  [110, 114],
  [120, 126],
  [130, 137],
  [140, 141],
  [150, 160],
  [170, 182],
  [190, 197],
  [200, 211],
  [220, 220],
  [230, 243],
];
const ids = NUMBERED.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => `R-${String(first + index).padStart(3, '0')}`),
);

describe('the table of rules', () => {
  it.each([...ids, 'E1', 'E2', 'E3', 'E4', 'E5', 'E6'])('%s is in it', (id) => {
    expect(RULES.filter((rule) => rule.id === id)).not.toEqual([]);
  });

  it('says of every rule what it holds, and of every refusal how to go on', () => {
    for (const rule of RULES) {
      expect(rule.title, rule.id).not.toBe('');
      expect(rule.sentence, rule.id).toMatch(/[.?…]$/);
      if (rule.kind === 'refusal') expect(rule.howToProceed, rule.id).not.toEqual([]);
      else expect(rule.heldBy, rule.id).not.toBe('');
    }
  });

  it('has no way to ignore a refusal', () => {
    for (const rule of RULES) {
      if (rule.kind === 'refusal')
        expect(rule.howToProceed.join(' '), rule.id).not.toMatch(/\bignore\b|anyway/i);
    }
  });

  it('names another rule that refuses wherever one is refused as another', () => {
    for (const rule of RULES) {
      if (rule.kind !== 'same') continue;
      expect(
        RULES.some(({ id, kind }) => id === rule.heldBy && kind === 'refusal'),
        rule.id,
      ).toBe(true);
    }
  });
});
