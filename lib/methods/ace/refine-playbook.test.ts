import { describe, expect, it } from 'vitest';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { failed, replied, scriptedAsk } from '@/lib/testing/builders/scripted-ask';
import { candidateOf } from './apply-update';
import { nextBulletId } from './next-bullet-id';
import { parseBullets } from './parse-bullet-line';
import { refinePlaybook } from './refine-playbook';

const LINE = 'Round the result to two decimals only at the very end of the calculation';
const playbook = candidateOf(
  [
    '## OTHERS',
    `[misc-00001] helpful=1 harmful=0 :: ${LINE}`,
    `[misc-00002] helpful=2 harmful=1 :: ${LINE}.`,
    '[misc-00003] helpful=0 harmful=0 :: Check the sign of a net cash flow',
    `[misc-00004] helpful=0 harmful=0 :: ${LINE}`,
  ].join('\n'),
);
const manifest = (dedupeThreshold: number | null) => {
  const built = buildManifest();
  return { ...built, method: { ...built.method, dedupeThreshold } };
};

describe('refinePlaybook', () => {
  it('is off without a threshold and makes no call', async () => {
    const refined = await refinePlaybook(playbook, {
      manifest: manifest(null),
      ask: scriptedAsk(() => failed()).ask,
    });
    expect(refined).toEqual({ candidate: playbook, asked: [] });
  });

  it('merges near-identical bullets under the first id with summed counters, and spares the newest number', async () => {
    const { ask } = scriptedAsk(() => replied('{"content":"Round only at the end"}'));
    const { candidate } = await refinePlaybook(playbook, { manifest: manifest(0.9), ask });
    expect(parseBullets(candidate.text).map(({ id }) => id)).toEqual([
      'misc-00001',
      'misc-00003',
      'misc-00004',
    ]);
    expect(candidate.text).toContain('[misc-00001] helpful=3 harmful=1 :: Round only at the end');
    expect(nextBulletId(candidate.text)).toBe(nextBulletId(playbook.text));
  });

  it('keeps the first bullet where no merged text comes back', async () => {
    const { candidate } = await refinePlaybook(playbook, {
      manifest: manifest(0.9),
      ask: scriptedAsk(() => failed()).ask,
    });
    expect(candidate.text).toContain(`[misc-00001] helpful=1 harmful=0 :: ${LINE}`);
    expect(candidate.text).not.toContain('misc-00002');
  });
});
