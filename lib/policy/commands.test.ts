import { describe, expect, it } from 'vitest';
import { assertCommandKnown } from './commands';

describe('a run that is scored by a program', () => {
  it('starts where a live worker knows the program', () => {
    expect(() => assertCommandKnown('unit-tests', ['linter', 'unit-tests'])).not.toThrow();
  });

  it('is refused where none does, with the ones that are known', () => {
    expect(() => assertCommandKnown('unit-tests', ['linter'])).toThrow(/Live workers name: linter\./);
    expect(() => assertCommandKnown('unit-tests', [])).toThrow(
      expect.objectContaining({ code: 'COMMAND_UNKNOWN', kind: 'refused' }),
    );
  });
});
