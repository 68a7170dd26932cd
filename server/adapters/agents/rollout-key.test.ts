import { expect, it } from 'vitest';
import { makeRolloutKeys } from './rollout-key';

const keys = makeRolloutKeys('a secret of this installation');
const rollout = { rolloutId: 'ro_0123456789', attempt: 1 };

it('opens its own attempt and nothing else', () => {
  const key = keys.keyOf(rollout);
  expect(key).toMatch(/^wgr_[A-Za-z0-9_-]{32}$/);
  expect(keys.isKeyOf(key, rollout)).toBe(true);
  expect(keys.isKeyOf(key, { ...rollout, attempt: 2 })).toBe(false);
  expect(keys.isKeyOf(key, { ...rollout, rolloutId: 'ro_0123456788' })).toBe(false);
  expect(makeRolloutKeys('another secret').isKeyOf(key, rollout)).toBe(false);
  for (const other of ['', 'wgr_', `${key}x`, key.slice(0, -1), key.toUpperCase()])
    expect(keys.isKeyOf(other, rollout)).toBe(false);
});
