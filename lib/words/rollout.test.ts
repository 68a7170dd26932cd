import { expect, it } from 'vitest';
import { seenWords, worstInjection } from './rollout';

it('a share below all is never said to be all, and some is never none', () => {
  expect([0.0001, 0.31, 0.999, 1].map(seenWords)).toEqual(['Saw 1 %', 'Saw 31 %', 'Saw 99 %', 'Saw 100 %']);
});

it('the worst state of the components decides', () => {
  expect(worstInjection({ a: 'proven', b: 'failed' })).toBe('failed');
  expect(worstInjection({ a: 'notApplicable', b: 'unproven' })).toBe('unproven');
  expect(worstInjection({})).toBe(null);
});
