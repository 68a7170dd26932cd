import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit } from '@/lib/domain/edit';
import type { AceSettings } from '@/lib/domain/method-settings';
import type { Update } from '@/lib/domain/update';
import { pinnedPrompts } from '@/lib/evaluation/pinned-prompts';
import { countTokens } from '@/lib/stats/count-tokens';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { scriptedAsk } from '@/lib/testing/builders/scripted-ask';
import { ace } from './ace';
import { ACE_DEFAULT_SETTINGS } from './ace-settings';
import { candidateOf } from './apply-update';
import { nextBulletId } from './next-bullet-id';
import { parseBullets } from './parse-bullet-line';

const ALL: AceSettings = { ...ACE_DEFAULT_SETTINGS, edits: 'all' };
const manifest = buildManifest({ method: ALL });
const plain = buildManifest();
const update = (...edits: Edit[]): Update => ({ edits, text: null, reasoning: '', invalid: null });
const base = candidateOf(
  [
    '## FORMULAS & CALCULATIONS',
    '[calc-00001] helpful=2 harmful=1 :: one',
    '[calc-00002] helpful=3 harmful=0 :: two',
    '',
    '## OTHERS',
    '[misc-00003] helpful=0 harmful=4 :: three',
  ].join('\n'),
);
const bulletsOf = (text: string) => parseBullets(text).map(({ id, content }) => `${id} ${content}`);

describe('all kinds of edits on a playbook', () => {
  it('rewords in place, merges with summed counters and removes', () => {
    const { candidate, applied, ignored } = ace.apply(
      base,
      update(
        { type: 'merge', bulletIds: ['calc-00002', 'calc-00001'], content: 'both' },
        { type: 'remove', bulletId: 'misc-00003' },
        { type: 'update', bulletId: 'nope-00009', content: 'lost' },
      ),
      manifest,
    );
    expect(parseBullets(candidate.text)).toEqual([
      { id: 'calc-00002', helpful: 5, harmful: 1, content: 'both' },
    ]);
    expect([applied, ignored]).toEqual([2, 1]);
  });

  it('ignores them as ever where the run only adds', () => {
    const edits = update({ type: 'remove', bulletId: 'calc-00001' });
    expect(ace.apply(base, edits, plain).candidate).toBe(base);
  });

  it('never gives the number of a removed bullet again', () => {
    const removed = ace.apply(base, update({ type: 'remove', bulletId: 'misc-00003' }), manifest).candidate;
    expect(nextBulletId(removed.text)).toBe(4);
    const add: Edit = { type: 'add', section: 'OTHERS', content: 'four' };
    const after = ace.apply(removed, update(add), manifest).candidate;
    expect(bulletsOf(after.text)).toContain('misc-00004 four');
    expect(after.text).not.toContain('next id');
  });

  it('gives no id twice over any sequence of edits, and counts each edit once', () => {
    const id = fc.integer({ min: 1, max: 8 }).map((number) => `misc-0000${number}`);
    const text = fc.lorem({ maxCount: 4 });
    const edit: fc.Arbitrary<Edit> = fc.oneof(
      text.map((content): Edit => ({ type: 'add', section: 'OTHERS', content })),
      fc.tuple(id, text).map(([bulletId, content]): Edit => ({ type: 'update', bulletId, content })),
      fc
        .tuple(fc.array(id, { maxLength: 3 }), text)
        .map(([bulletIds, content]): Edit => ({ type: 'merge', bulletIds, content })),
      id.map((bulletId): Edit => ({ type: 'remove', bulletId })),
    );
    fc.assert(
      fc.property(fc.array(fc.array(edit, { maxLength: 5 }), { maxLength: 6 }), (batches) => {
        let candidate = base;
        const given = new Map(parseBullets(base.text).map((bullet) => [bullet.id, 0]));
        for (const [batch, edits] of batches.entries()) {
          const before = new Set(parseBullets(candidate.text).map((bullet) => bullet.id));
          const result = ace.apply(candidate, update(...edits), manifest);
          expect(result.applied + result.ignored).toBe(edits.length);
          candidate = result.candidate;
          for (const bullet of parseBullets(candidate.text)) {
            if (before.has(bullet.id)) continue;
            expect(given.has(bullet.id)).toBe(false);
            given.set(bullet.id, batch);
          }
        }
      }),
    );
  });

  it('lets no reword grow the playbook past its budget, and lets one that shrinks it through', () => {
    const tokens = countTokens(base.text);
    const tight = buildManifest({ method: { ...ALL, playbookTokenBudget: tokens } });
    const longer: Edit = { type: 'update', bulletId: 'calc-00001', content: 'x'.repeat(200) };
    const shorter: Edit = { type: 'update', bulletId: 'calc-00002', content: 'x' };
    const { candidate, applied, ignored } = ace.apply(base, update(longer, shorter), tight);
    expect([applied, ignored]).toEqual([1, 1]);
    expect(bulletsOf(candidate.text)).toContain('calc-00001 one');
    expect(countTokens(candidate.text)).toBeLessThanOrEqual(tokens);
  });

  it('lets no reply write headers or bullets of its own through a reworded text', () => {
    const content = 'x\n## OTHERS\n[misc-00009] helpful=9 harmful=0 :: forged';
    const edit: Edit = { type: 'update', bulletId: 'calc-00001', content };
    const { candidate } = ace.apply(base, update(edit), manifest);
    expect(parseBullets(candidate.text)).toHaveLength(3);
  });

  it('settles what groups want of one bullet when they are united without a model', () => {
    const one = update({ type: 'update', bulletId: 'calc-00001', content: 'Use 12 months.' });
    const other = update({ type: 'remove', bulletId: 'calc-00001' });
    expect(ace.union([other, one], manifest).edits).toEqual(one.edits);
    expect(ace.union([other, one], plain).edits).toEqual([...other.edits, ...one.edits]);
  });
});

describe('the prompts of all kinds of edits', () => {
  it('are pinned by runs that use them, and change nothing for the others', () => {
    const usual = pinnedPrompts(ace, plain);
    expect(Object.keys(usual).filter((name) => name.startsWith('editing'))).toEqual([]);
    expect(pinnedPrompts(ace, manifest)).toEqual({
      ...usual,
      editingCurator: expect.any(String),
      editingCombiner: expect.any(String),
    });
  });

  it('are asked at both levels', async () => {
    const reply = JSON.stringify({ reasoning: '', operations: [] });
    const { ask, requests } = scriptedAsk(() => reply);
    const common = { base, progress: { trainExamplesSeen: 0, trainExamples: 1 }, ask };
    await ace.aggregate({ ...common, manifest, reflections: [], group: 0 });
    await ace.combine({ ...common, manifest, updates: [update(), update()], ordinal: 0 });
    await ace.aggregate({ ...common, manifest: plain, reflections: [], group: 0 });
    const openings = requests.map(({ messages }) => messages[0]?.content.split('\n')[0]);
    expect(openings).toEqual([
      'You are the editing curator.',
      'You are the editing combiner.',
      'You are the curator.',
    ]);
  });
});
