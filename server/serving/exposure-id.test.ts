import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeExposureIds, type NewExposure } from './exposure-id';

const SECRET = 'a secret of tests, thirty-two characters or more';
const ids = makeExposureIds(SECRET);
const exposure: NewExposure = {
  slotId: 'slt_1',
  canaryId: 'cny_1',
  stage: 'liveStep',
  step: 2,
  variant: 'challenger',
  promptId: 'spr_1',
  version: 7,
  atMs: 1_790_000_000_000,
  targetingKey: 'user-123',
};

describe('an exposure id', () => {
  it('names its answer, but not the caller who got it', () => {
    const { targetingKey, ...rest } = exposure;
    const id = ids.issue(exposure);
    expect(ids.read(id)).toEqual({ ...rest, keyHash: ids.keyHashOf('slt_1', targetingKey ?? '') });
    expect(Buffer.from(id.slice(3), 'base64url').toString('latin1')).not.toContain('user-123');
  });

  it('is another for each answer, and is read by every process of the installation', () => {
    const [first, second] = [ids.issue(exposure), ids.issue(exposure)];
    expect(first).not.toBe(second);
    expect(makeExposureIds(SECRET).read(first)).toEqual(ids.read(second));
  });

  it('compares callers within a slot and not across slots', () => {
    expect(ids.keyHashOf('slt_1', 'a')).toBe(ids.keyHashOf('slt_1', 'a'));
    expect(ids.keyHashOf('slt_1', 'a')).not.toBe(ids.keyHashOf('slt_2', 'a'));
    expect(ids.read(ids.issue({ ...exposure, targetingKey: null }))?.keyHash).toBeNull();
  });

  it('cannot be forged: another secret, a changed character or any text is refused', () => {
    expect(makeExposureIds(`${SECRET}!`).read(ids.issue(exposure))).toBeNull();
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('A', 'z', '0', '_'), (at, letter) => {
        const id = ids.issue(exposure);
        const place = 3 + (at % (id.length - 3));
        const changed = `${id.slice(0, place)}${letter}${id.slice(place + 1)}`;
        fc.pre(changed !== id);
        expect(ids.read(changed)).toBeNull();
      }),
      { numRuns: 300 },
    );
    fc.assert(fc.property(fc.string(), (text) => ids.read(text) === null));
  });
});
