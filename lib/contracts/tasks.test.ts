import { describe, expect, it } from 'vitest';
import { createTaskBody } from './tasks';

const accepted = (header: string | null, secret: string | undefined) =>
  createTaskBody.safeParse({
    name: 'By address',
    scoring: { kind: 'http', url: 'https://evaluator.example.com/score', header },
    ...(secret === undefined ? {} : { secret }),
  }).success;

describe('the secret of an HTTP evaluator', () => {
  it('goes in a header of its own: none that the request itself sets', () => {
    expect(accepted('X-Key', 'Bearer abc')).toBe(true);
    expect(accepted(null, 'abc')).toBe(true);
    for (const taken of ['Host', 'content-length', 'Transfer-Encoding', 'Connection', 'Idempotency-Key'])
      expect(accepted(taken, 'abc')).toBe(false);
  });

  it('is one line that a header can carry, so that no call fails for it later', () => {
    for (const broken of ['abc\n', 'a\r\nX-Other: b', ' abc', 'clé', ''])
      expect(accepted('X-Key', broken)).toBe(false);
  });
});
