import { describe, expect, it } from 'vitest';
import type { BulletTagging } from '@/lib/domain/reflection';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { ace } from './ace';
import { candidateOf } from './apply-update';
import { countTags } from './count-tags';
import { parseBullets } from './parse-bullet-line';

const playbook = '## A\n[a-00001] helpful=1 harmful=0 :: x\n[a-00002] helpful=0 harmful=0 :: y';
const helpful = (bulletId: string): BulletTagging => ({ bulletId, tag: 'helpful' });
const harmful = (bulletId: string): BulletTagging => ({ bulletId, tag: 'harmful' });
const tags = [helpful('a-00001'), helpful('a-00001'), harmful('a-00001'), helpful('a-00009')];

describe('counting tags', () => {
  it('counts every tag of a batch with "sum", and only the last of a bullet with "last"', () => {
    expect(parseBullets(countTags(playbook, tags, 'sum'))[0]).toMatchObject({ helpful: 3, harmful: 1 });
    expect(parseBullets(countTags(playbook, tags, 'last'))[0]).toMatchObject({ helpful: 1, harmful: 1 });
  });

  it('leaves bullets without a tag alone, and the text without any tag untouched', () => {
    expect(parseBullets(countTags(playbook, tags, 'sum'))[1]).toMatchObject({ helpful: 0, harmful: 0 });
    expect(countTags(`${playbook}\n`, [], 'sum')).toBe(`${playbook}\n`);
  });

  it('takes the tags of valid reflections only, in the mode of the manifest, into the base of the scan', () => {
    const reflection = { ordinal: 0, exampleId: 'e', text: 't', insights: [], context: '', bulletTags: tags };
    const cause = { code: 'unparseable', message: 'No JSON.' } as const;
    const base = candidateOf(playbook);
    const reflections = [
      { ...reflection, invalid: null },
      { ...reflection, ordinal: 1, invalid: cause },
    ];
    const counted = ace.prepareBase(base, reflections, buildManifest());
    expect(parseBullets(counted.text)[0]).toMatchObject({ helpful: 3, harmful: 1 });
    expect(counted.hash).not.toBe(base.hash);
    expect(ace.prepareBase(base, [], buildManifest())).toBe(base);
  });
});
