import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { steeredMethod } from '@/lib/combee/steered-method';
import type { Edit } from '@/lib/domain/edit';
import { type InsightSteering, NO_STEERING, type SteeringCommand } from '@/lib/domain/insight-steering';
import type { AceSettings } from '@/lib/domain/method-settings';
import type { Update } from '@/lib/domain/update';
import { fingerprintOf, isNearIdentical } from '@/lib/methods/prompting/near-identical';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { scriptedAsk } from '@/lib/testing/builders/scripted-ask';
import { ace } from '../ace';
import { ACE_DEFAULT_SETTINGS } from '../ace-settings';
import { candidateOf } from '../apply-update';
import { EMPTY_PLAYBOOK } from '../empty-playbook';
import { parseBullets } from '../parse-bullet-line';
import { steerPlaybook } from './steer-playbook';

const ALL: AceSettings = { ...ACE_DEFAULT_SETTINGS, edits: 'all', dedupeThreshold: 0.8 };
const manifest = buildManifest({ method: ALL });
const BOOK = candidateOf(
  [
    '## FORMULAS & CALCULATIONS',
    '[calc-00001] helpful=2 harmful=1 :: Divide the gain by the cost.',
    '[calc-00002] helpful=3 harmful=0 :: Round to two digits.',
    '',
    '## OTHERS',
    '[misc-00003] helpful=0 harmful=4 :: Answer in one word.',
  ].join('\n'),
);
const TEXTS = [
  'Divide the gain by the cost.',
  'divide the gain by the cost',
  'Round to two digits.',
  'Answer in one word.',
  'Read the table twice.',
  'Name the unit.',
];
const IDS = ['calc-00001', 'calc-00002', 'misc-00003', 'misc-00004', 'calc-00005'];

const command = (
  action: SteeringCommand['action'],
  bulletId: string,
  content: string,
  section = 'OTHERS',
): SteeringCommand => ({ id: `c-${bulletId}`, position: 1, by: 'ada', action, bulletId, section, content });
const update = (...edits: Edit[]): Update => ({ edits, text: null, reasoning: '', invalid: null });
const bulletsOf = (text: string) => parseBullets(text).map(({ id, content }) => `${id} ${content}`);

const anyText = fc.constantFrom(...TEXTS);
const anyId = fc.constantFrom(...IDS);
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    type: fc.constant('add' as const),
    section: fc.constantFrom('OTHERS', 'NONE'),
    content: anyText,
  }),
  fc.record({ type: fc.constant('update' as const), bulletId: anyId, content: anyText }),
  fc.record({
    type: fc.constant('merge' as const),
    bulletIds: fc.array(anyId, { minLength: 1, maxLength: 4 }),
    content: anyText,
  }),
  fc.record({ type: fc.constant('remove' as const), bulletId: anyId }),
);
const anyCommand = fc
  .tuple(fc.constantFrom('pin', 'unpin', 'edit', 'ban', 'restore'), anyId, anyText)
  .map(([action, id, text]) => command(action as SteeringCommand['action'], id, text));
const anyStep = fc.record({
  commands: fc.array(anyCommand, { maxLength: 3 }),
  edits: fc.array(anyEdit, { maxLength: 5 }),
  reseeds: fc.boolean(),
});

function breaches(text: string, { pinned, banned }: InsightSteering): string[] {
  const bullets = parseBullets(text);
  const lost = pinned.filter(
    ({ bulletId, content }) =>
      bullets.filter((bullet) => bullet.id === bulletId && bullet.content === content).length !== 1,
  );
  const back = banned.filter(({ bulletId, content }) =>
    bullets.some(
      (bullet) =>
        bullet.id === bulletId || isNearIdentical(fingerprintOf(bullet.content), fingerprintOf(content)),
    ),
  );
  return [...lost, ...back].map(({ bulletId, content }) => `${bulletId} ${content}`);
}

describe('steering of a playbook', () => {
  it('keeps a pinned line in every later version and a banned one out, whatever the operations are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { maxLength: 6 }),
        fc.constantFrom('all', 'add'),
        async (steps, kinds) => {
          const settings = kinds === 'all' ? manifest : buildManifest();
          let now = { candidate: BOOK, steering: NO_STEERING };
          for (const { commands, edits, reseeds } of steps) {
            now = steerPlaybook.take(now.candidate, now.steering, commands);
            expect(breaches(now.candidate.text, now.steering)).toEqual([]);
            if (reseeds) now = steerPlaybook.take(candidateOf(EMPTY_PLAYBOOK), now.steering, []);
            expect(breaches(now.candidate.text, now.steering)).toEqual([]);
            const method = steeredMethod(ace, now.steering);
            const { candidate } = method.apply(now.candidate, update(...edits), settings);
            expect(breaches(candidate.text, now.steering)).toEqual([]);
            const { ask } = scriptedAsk(() => '{"content": "Answer in one word."}');
            const refined = await method.refine?.(candidate, { manifest: settings, ask });
            now = { ...now, candidate: refined?.candidate ?? candidate };
            expect(breaches(now.candidate.text, now.steering)).toEqual([]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never gives the id of a banned line to another line', () => {
    const { candidate, steering } = steerPlaybook.take(BOOK, NO_STEERING, [
      command('ban', 'misc-00003', 'Answer in one word.'),
    ]);
    expect(bulletsOf(candidate.text)).toEqual([
      'calc-00001 Divide the gain by the cost.',
      'calc-00002 Round to two digits.',
    ]);
    const add = update({ type: 'add', section: 'OTHERS', content: 'Name the unit.' });
    const after = steeredMethod(ace, steering).apply(candidate, add).candidate;
    expect(bulletsOf(after.text)).toContain('misc-00004 Name the unit.');
    const reseeded = steerPlaybook.take(candidateOf(EMPTY_PLAYBOOK), steering, []).candidate;
    const first = steeredMethod(ace, steering).apply(reseeded, add).candidate;
    expect(bulletsOf(first.text)).toEqual(['misc-00004 Name the unit.']);
  });

  it('lets a banned line come back in its section once the ban is lifted, and leaves it where both meet', () => {
    const ban = command('ban', 'calc-00001', 'Divide the gain by the cost.', 'FORMULAS & CALCULATIONS');
    const restore = { ...ban, action: 'restore' as const };
    const banned = steerPlaybook.take(BOOK, NO_STEERING, [ban]);
    const back = steerPlaybook.take(banned.candidate, banned.steering, [restore]);
    expect(back.steering).toEqual(NO_STEERING);
    expect(bulletsOf(back.candidate.text).slice(0, 2).sort()).toEqual([
      'calc-00001 Divide the gain by the cost.',
      'calc-00002 Round to two digits.',
    ]);
    expect(steerPlaybook.take(BOOK, NO_STEERING, [ban, restore]).candidate).toBe(BOOK);
  });

  it('turns a rewording of a pinned line into a line of its own, and keeps the counters of an edited line', () => {
    const { candidate, steering } = steerPlaybook.take(BOOK, NO_STEERING, [
      command('pin', 'calc-00002', 'Round to two digits.'),
      command('edit', 'calc-00002', 'Round to three digits.'),
    ]);
    expect(candidate.text).toContain('[calc-00002] helpful=3 harmful=0 :: Round to three digits.');
    const edits = update(
      { type: 'update', bulletId: 'calc-00002', content: 'Never round.' },
      { type: 'merge', bulletIds: ['calc-00002', 'calc-00001'], content: 'Divide, then round.' },
      { type: 'remove', bulletId: 'calc-00002' },
    );
    const after = steeredMethod(ace, steering).apply(candidate, edits, manifest).candidate;
    expect(bulletsOf(after.text)).toEqual(
      expect.arrayContaining([
        'calc-00001 Divide the gain by the cost.',
        'calc-00002 Round to three digits.',
        expect.stringContaining('Never round.'),
        expect.stringContaining('Divide, then round.'),
      ]),
    );
  });

  it('leaves the method itself alone where nothing is steered', () => {
    expect(steeredMethod(ace, NO_STEERING)).toBe(ace);
    expect(steerPlaybook.take(BOOK, NO_STEERING, []).candidate).toBe(BOOK);
  });
});
