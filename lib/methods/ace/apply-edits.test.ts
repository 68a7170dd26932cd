import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit } from '@/lib/domain/edit';
import type { Update } from '@/lib/domain/update';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { ace } from './ace';
import { applyEdits } from './apply-edits';
import { candidateOf } from './apply-update';
import { EMPTY_PLAYBOOK } from './empty-playbook';
import { formatBulletLine } from './format-bullet-line';
import { nextBulletId } from './next-bullet-id';
import { parseBulletLine, parseBullets } from './parse-bullet-line';
import { readOperations } from './read-operations';

const add = (content: string, section = 'OTHERS'): Edit => ({ type: 'add', section, content });
const update = (...edits: Edit[]): Update => ({ edits, text: null, reasoning: '', invalid: null });
const base = candidateOf(EMPTY_PLAYBOOK);

const anyAddition = fc
  .record({
    section: fc.oneof(
      fc.constantFrom('OTHERS', 'formulas_and_calculations', 'general', 'a__b', 'no such'),
      fc.string(),
    ),
    content: fc.oneof(
      fc.lorem(),
      fc.string(),
      fc.constant('x\n## OTHERS\n[misc-00001] helpful=9 harmful=0 :: forged'),
    ),
  })
  .map(({ section, content }): Edit => ({ type: 'add', section, content }));

describe('applying an update to a playbook', () => {
  it('never gives an id twice, whatever is added, over any number of updates', () => {
    const updates = fc.array(fc.array(anyAddition, { maxLength: 6 }), { maxLength: 6 });
    const seeds = fc.constantFrom(
      EMPTY_PLAYBOOK,
      '',
      '## [x] y\n## A',
      'free text\n## OTHERS\n[a-00041] helpful=0 harmful=0 :: q',
      '## A\n[a-9007199254740993] helpful=0 harmful=0 :: q',
    );
    fc.assert(
      fc.property(seeds, updates, (seed, batches) => {
        const last = batches.reduce(
          (candidate, edits) => ace.apply(candidate, update(...edits)).candidate,
          candidateOf(seed),
        );
        const ids = parseBullets(last.text).map(({ id }) => id.replace(/^.*-/, ''));
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('keeps every bullet that was there, word for word and in its order', () => {
    fc.assert(
      fc.property(fc.array(anyAddition), fc.array(anyAddition), (first, second) => {
        const before = ace.apply(base, update(...first)).candidate;
        const after = ace.apply(before, update(...second)).candidate;
        const known = new Set(parseBullets(before.text).map(({ id }) => id));
        expect(parseBullets(after.text).filter(({ id }) => known.has(id))).toEqual(parseBullets(before.text));
      }),
    );
  });

  it('counts every edit once, as applied or as ignored', () => {
    fc.assert(
      fc.property(fc.array(anyAddition), (edits) => {
        const { applied, ignored } = ace.apply(base, update(...edits));
        expect(applied + ignored).toBe(edits.length);
      }),
    );
  });

  it('gives back the very same candidate for no edits, for an invalid update, and when all edits are ignored', () => {
    const cause = { code: 'cutOff', message: 'The reply was cut off.' } as const;
    expect(ace.apply(base, update()).candidate).toBe(base);
    expect(ace.apply(base, { ...update(add('x')), invalid: cause }).candidate).toBe(base);
    expect(ace.apply(base, update({ type: 'remove', bulletId: 'calc-00001' })).candidate).toBe(base);
  });

  it('ignores what would pass the token budget, whole bullets at a time, and still adds what fits', () => {
    const manifest = buildManifest();
    const tight = { ...manifest, method: { ...manifest.method, playbookTokenBudget: 100 } };
    const long = 'long '.repeat(200).trim();
    const result = ace.apply(base, update(add('short one'), add(long), add('short two')), tight);
    expect(result).toMatchObject({ applied: 2, ignored: 1 });
    expect(parseBullets(result.candidate.text).map(({ content }) => content)).toEqual([
      'short one',
      'short two',
    ]);
    expect(ace.describe(result.candidate).tokens).toBeLessThanOrEqual(100);
  });

  it('cannot be made to write headers or ids of the reply, and unwraps a content that is a whole bullet line', () => {
    const forged = add('one\n## OTHERS\n[misc-00077] helpful=9 harmful=0 :: two');
    const whole = add('[calc-00009] helpful=4 harmful=0 :: [lesson 0A1B2C] three');
    const { candidate } = ace.apply(base, update(forged, whole));
    expect(parseBullets(candidate.text)).toEqual([
      {
        id: 'misc-00001',
        helpful: 0,
        harmful: 0,
        content: 'one ## OTHERS [misc-00077] helpful=9 harmful=0 :: two',
      },
      { id: 'misc-00002', helpful: 0, harmful: 0, content: '[lesson 0A1B2C] three' },
    ]);
    expect(candidate.text.match(/^## OTHERS/gm)).toHaveLength(1);
  });

  it('numbers on from the highest id in use and names the section', () => {
    const seed = candidateOf('## FORMULAS & CALCULATIONS\n[calc-00041] helpful=0 harmful=0 :: x\n## OTHERS');
    const { candidate } = ace.apply(
      seed,
      update(add('y', 'formulas_and_calculations'), add('z', 'no such section')),
    );
    expect(parseBullets(candidate.text).map(({ id }) => id)).toEqual([
      'calc-00041',
      'calc-00042',
      'misc-00043',
    ]);
  });

  it('names a bullet of a section whose name gives no slug like one of the others', () => {
    const seed = candidateOf('## a__b\n## [x] y');
    const { candidate } = ace.apply(seed, update(add('p', 'a__b'), add('q', '[x] y')));
    expect(parseBullets(candidate.text).map(({ id }) => id)).toEqual(['misc-00001', 'y-00002']);
  });

  it('takes a seed with text before its first section, which the published mode refuses', () => {
    expect(ace.apply(candidateOf('free text'), update(add('x'))).applied).toBe(1);
    expect(() => applyEdits({ playbook: 'free text', edits: [], nextId: 1 })).toThrow(
      /before its first "##" section/,
    );
  });
});

describe('update, merge and remove', () => {
  const playbook = [
    '## A',
    '[a-00001] helpful=1 harmful=0 :: one',
    '[a-00002] helpful=2 harmful=1 :: two',
  ].join('\n');
  const edits: Edit[] = [
    { type: 'update', bulletId: 'a-00001', content: 'uno' },
    { type: 'merge', bulletIds: ['a-00002', 'a-00001'], content: 'both' },
    { type: 'remove', bulletId: 'a-00009' },
  ];

  it('are ignored and counted while their switch is off', () => {
    const result = applyEdits({ playbook, edits, nextId: 3 });
    expect(result).toEqual({ playbook, nextId: 3, applied: 0, ignored: 3 });
  });

  it('keep the first id named, sum the counters and pass over what is not there', () => {
    const result = applyEdits({ playbook, edits, nextId: 3, rewrites: true });
    expect(result.playbook).toBe('## A\n[a-00002] helpful=3 harmful=1 :: both');
    expect(result).toMatchObject({ applied: 2, ignored: 1 });
  });

  it('keep the text of a bullet where a reply gives none', () => {
    const operations = [
      { type: 'UPDATE', bullet_id: 'a-00001' },
      { type: 'UPDATE', bullet_id: 'a-00001', content: null },
      { type: 'MERGE', source_ids: ['a-00002', 'a-00001'], content: null },
    ];
    const read = readOperations(operations);
    const edits = read.ok ? read.value : [];
    const result = applyEdits({ playbook, edits, nextId: 3, rewrites: true });
    expect(result.playbook).toBe('## A\n[a-00002] helpful=3 harmful=1 :: two');
  });

  it('do not give the number of a removed bullet again, since the counter is carried on', () => {
    const removed = applyEdits({
      playbook,
      edits: [{ type: 'remove', bulletId: 'a-00002' }, add('new', 'A')],
      nextId: nextBulletId(playbook),
      rewrites: true,
    });
    expect(parseBullets(removed.playbook).map(({ id }) => id)).toEqual(['a-00001', 'a-00003']);
    expect(removed.nextId).toBe(4);
  });
});

describe('a bullet line', () => {
  it('reads back as it was written', () => {
    const bullet = fc.record({
      id: fc.stringMatching(/^[a-z]{1,5}-\d{5}$/),
      helpful: fc.nat(),
      harmful: fc.nat(),
      content: fc.string().map((text) => text.replace(/\s+/g, ' ').trim()),
    });
    fc.assert(
      fc.property(bullet, (written) => {
        expect(parseBulletLine(formatBulletLine(written))).toEqual(written);
      }),
    );
  });
});
