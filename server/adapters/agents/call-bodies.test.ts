import { expect, it } from 'vitest';
import { type CallPlace, makeCallBodies } from './call-bodies';

const PLACE: CallPlace = { id: 'ro_test', attempt: 1, ordinal: 3, part: 'request' };
const bodies = makeCallBodies('secret');
const TEXTS = [
  ['an empty object', '{}'],
  ['a short body', JSON.stringify({ text: 'Grüße, 你好.' })],
  ['a long body', JSON.stringify({ text: 'The order was shipped on Monday. '.repeat(5_000) })],
] as const;

it.each(TEXTS)('opens %s as it was sealed', (_what, text) => {
  expect(bodies.open(bodies.seal(text, PLACE), PLACE)).toBe(text);
});

it('stores a long body that repeats itself in a small part of its bytes', () => {
  const text = TEXTS[2][1];
  expect(bodies.seal(text, PLACE).byteLength).toBeLessThan(text.length / 10);
});

it.each(TEXTS)('opens %s in no other place and under no other secret', (_what, text) => {
  const sealed = bodies.seal(text, PLACE);
  for (const other of [{ ordinal: 4 }, { attempt: 2 }, { part: 'reply' as const }])
    expect(() => bodies.open(sealed, { ...PLACE, ...other })).toThrow();
  expect(() => makeCallBodies('another secret').open(sealed, PLACE)).toThrow();
});

it('uses no nonce twice', () => {
  const nonces = Array.from({ length: 2_000 }, () => bodies.seal('{}', PLACE).toString('hex', 0, 12));
  expect(new Set(nonces).size).toBe(nonces.length);
});
