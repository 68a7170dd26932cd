import { describe, expect, it } from 'vitest';
import { beginningOf } from './beginning';

describe('the beginning of a text', () => {
  it('ends at a word, with an ellipsis', () => {
    expect(beginningOf('What was the net margin of the firm in the second year?', 24)).toBe(
      'What was the net margin…',
    );
  });

  it('is cut amid a word that is as long as the whole', () => {
    expect(beginningOf('x'.repeat(100), 10)).toBe(`${'x'.repeat(10)}…`);
  });

  it('is left out where the rest is not worth a press', () => {
    expect(beginningOf('Twelve chars', 10)).toBeNull();
  });
});
