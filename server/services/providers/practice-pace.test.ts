import { expect, it } from 'vitest';
import { statedPace } from './practice-pace';

it('reads what a provider has the practice model divide its delays by, however its header is spelt', () => {
  expect(statedPace({ 'X-Practice-Time-Scale': ' 20 ' })).toBe('20');
  expect(statedPace({ 'x-practice-time-scale': 'off' })).toBe('off');
  expect(statedPace({ authorization: 'no' })).toBeNull();
  expect(statedPace(null)).toBeNull();
});
