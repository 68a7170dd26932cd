import { describe, expect, it } from 'vitest';
import { proposedName } from './proposed-name';

describe('the proposed name of an experiment', () => {
  it('is the first that is free', () => {
    expect(proposedName('Own with ACE', [])).toBe('Own with ACE');
    expect(proposedName('Own with ACE', ['Own with ACE', 'Own with ACE 3'])).toBe('Own with ACE 2');
  });

  it('is no longer than a name may be, number included', () => {
    const long = 'x'.repeat(200);
    const first = proposedName(long, []);
    expect(first).toHaveLength(120);
    expect(proposedName(long, [first])).toBe(`${'x'.repeat(118)} 2`);
  });
});
