import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type CallPlace, makeCallBodies } from './call-bodies';

const PLACE: CallPlace = { id: 'ro_test', attempt: 1, ordinal: 3, part: 'request' };
const bodies = makeCallBodies('secret');
const TEXTS = [
  ['an empty object', '{}'],
  ['a short body', JSON.stringify({ text: 'Grüße, 你好.' })],
  ['a body of 2,048 bytes', JSON.stringify({ text: 'ü'.repeat(1_019) })],
  ['a long body', JSON.stringify({ text: 'The order was shipped on Monday. '.repeat(5_000) })],
] as const;

it.each(TEXTS)('opens %s as it was sealed', (_what, text) => {
  expect(bodies.open(bodies.seal(text, PLACE), PLACE)).toBe(text);
});

it('opens a body that an earlier version packed with zstd', () => {
  const text = TEXTS[3][1];
  const key = createHmac('sha256', 'secret').update('waggle bodies of agent calls').digest();
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('ro_test/1/3/request'));
  const body = Buffer.concat([cipher.update(zstdCompressSync(text)), cipher.final()]);
  expect(bodies.open(Buffer.concat([nonce, cipher.getAuthTag(), body]), PLACE)).toBe(text);
});

it('stores a long body that repeats itself in a small part of its bytes', () => {
  const text = TEXTS[3][1];
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
