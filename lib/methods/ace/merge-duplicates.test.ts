import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from '@/lib/domain/content-hash';
import { dot, fingerprintOf, isNearIdentical } from '@/lib/methods/prompting/near-identical';
import { hashedNgramEmbedder, hashedNgramVector } from '@/lib/stats/hashed-ngram-embedder';
import { type AskScript, failed, replied, scriptedAsk } from '@/lib/testing/builders/scripted-ask';
import { groupDuplicates } from './dedupe';
import { mergeDuplicates } from './merge-duplicates';

const same = (a: string, b: string) => isNearIdentical(fingerprintOf(a), fingerprintOf(b));
const cosine = (a: string, b: string) => dot(hashedNgramVector(a), hashedNgramVector(b));

describe('hashed n-gram vectors', () => {
  it('have 512 dimensions and length 1, or 0 for a text without words', async () => {
    const anyText = fc.oneof(fc.lorem(), fc.string());
    fc.assert(
      fc.property(anyText, (text) => {
        const vector = hashedNgramVector(text);
        const length = Math.sqrt(dot(vector, vector));
        expect(vector).toHaveLength(512);
        expect(length === 0 || Math.abs(length - 1) < 1e-9).toBe(true);
      }),
    );
    expect(await hashedNgramEmbedder().embed(['', 'two'])).toEqual([
      new Array(512).fill(0),
      hashedNgramVector('two'),
    ]);
  });

  it('are pinned: another vector for the same text would need another id', () => {
    const pinned = contentHash(JSON.stringify(hashedNgramVector('Return on investment: 5 %')));
    expect(pinned.slice(0, 16)).toBe('14c966c08694c3e3');
    expect(hashedNgramEmbedder().id).toBe('hashed-ngram-512-v1');
  });

  it('bring near-copies close and tell other texts and another word order apart', () => {
    const text = 'Divide net income by average equity to get the return on equity.';
    expect(cosine(text, text.toLowerCase())).toBeCloseTo(1);
    expect(cosine(text, 'Convert every amount to the same unit first.')).toBeLessThan(0.4);
    expect(cosine(text, 'Divide average equity by net income to get the return on equity.')).toBeLessThan(
      0.97,
    );
  });
});

describe('near-identical additions', () => {
  const text =
    'When both figures are percentages, subtract the expected from the actual rate and keep the sign';

  it('are recognised through case, spaces and end marks', () => {
    expect(same(text, ` ${text.toUpperCase().toLowerCase()}.`)).toBe(true);
  });

  it.each([
    [`${text} [lesson 0A1B2C]`, `${text} [lesson 0A1B2D]`],
    [`${text} by 5`, `${text} by 50`],
    [text, text.replace('keep', 'do not keep')],
    ['ROI = (gain - cost) / cost', 'ROI = (gain + cost) / cost'],
    ['a - b', 'b - a'],
    [`${text} for EPS`, `${text} for PE`],
  ])('are not: %s | %s', (a, b) => {
    expect(same(a, b)).toBe(false);
  });
});

describe('groups of duplicates', () => {
  const vectors = fc.array(fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 2, maxLength: 2 }), {
    maxLength: 9,
  });

  it('share no bullet, are ascending, and hold at least two', () => {
    fc.assert(
      fc.property(vectors, (all) => {
        const groups = groupDuplicates(all, 2);
        const members = groups.flat();
        expect(new Set(members).size).toBe(members.length);
        for (const group of groups) {
          expect(group.length).toBeGreaterThan(1);
          expect(group).toEqual([...group].sort((a, b) => a - b));
        }
      }),
    );
  });

  it('may share a bullet only when asked to, as the published code does', () => {
    // 1 is near to 0 and to 2, which are apart.
    const chain = [
      [1, 0],
      [0, 1],
      [0.8, 0.6],
    ];
    expect(groupDuplicates([chain[0] ?? [], chain[1] ?? [], chain[2] ?? []], 0.6)).toEqual([[0, 2]]);
    expect(groupDuplicates(chain, 0.6, 'shared')).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });
});

const playbook = [
  '## OTHERS',
  '[misc-00001] helpful=2 harmful=0 :: Write down each quantity with its unit',
  '[misc-00002] helpful=1 harmful=1 :: Something else entirely, about dates',
  '[misc-00003] helpful=3 harmful=1 :: Write down each quantity with its unit.',
].join('\n');

function merge(script: AskScript) {
  const { ask, requests } = scriptedAsk(script);
  return {
    merged: mergeDuplicates({ playbook, embedder: hashedNgramEmbedder(), threshold: 0.9, ask }),
    requests,
  };
}

describe('merging duplicates', () => {
  it('puts one bullet with the first id and all counts in the place of the first', async () => {
    const { merged, requests } = merge(() =>
      JSON.stringify({ content: 'Write each quantity\nwith its unit' }),
    );
    expect(await merged).toMatchObject({ groups: 1, merged: 1 });
    expect((await merged).playbook.split('\n')).toEqual([
      '## OTHERS',
      '[misc-00001] helpful=5 harmful=1 :: Write each quantity with its unit',
      '[misc-00002] helpful=1 harmful=1 :: Something else entirely, about dates',
    ]);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ purpose: 'dedupe', ordinal: 0, subject: 'misc-00001, misc-00003' });
  });

  it('also takes a whole bullet line for an answer', async () => {
    const { merged } = merge(() => '[misc-00009] helpful=9 harmful=9 :: Units first');
    expect((await merged).playbook).toContain('[misc-00001] helpful=5 harmful=1 :: Units first');
  });

  it.each([
    ['cut off', replied('{"content":"Half a"}', 'length')],
    ['prose', replied('Here you are.')],
    ['no text', replied('{"content":7}')],
    ['failed', failed()],
  ])('keeps the first as it was when the reply is %s', async (_name, outcome) => {
    const { merged } = merge(() => outcome);
    expect(await merged).toMatchObject({ groups: 1, merged: 0 });
    expect((await merged).playbook).toBe(playbook.split('\n').slice(0, 3).join('\n'));
  });
});
