import { describe, expect, it } from 'vitest';
import type { Example } from '@/lib/domain/example';
import type { Reflection } from '@/lib/domain/reflection';
import { SCORE_ZERO, type Score } from '@/lib/domain/score';
import type { Update } from '@/lib/domain/update';
import type { AnswerInput, MapInput } from '@/lib/methods/method';
import { countTokens } from '@/lib/stats/count-tokens';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { type AskScript, failed, replied, scriptedAsk } from '@/lib/testing/builders/scripted-ask';
import { ace } from './ace';
import { candidateOf } from './apply-update';

const manifest = buildManifest();
const candidate = candidateOf('## OTHERS\n[misc-00001] helpful=0 harmful=0 :: Add from the right.');
const example: Example = {
  id: 'ex_1',
  question: 'What is 20 + 22?',
  context: '',
  expected: '42',
  groupKey: null,
  contentHash: 'c'.repeat(64),
};

const generated = (answer: string, ids: string[] = []) =>
  JSON.stringify({ reasoning: 'I add.', bullet_ids: ids, final_answer: answer });

const reflected = (insight: string, tags: unknown[] = []) =>
  JSON.stringify({
    reasoning: 'r',
    error_identification: 'Wrong carry.',
    root_cause_analysis: 'Skipped the tens.',
    correct_approach: 'Add the tens too.',
    key_insight: insight,
    bullet_tags: tags,
  });

const curated = (...contents: string[]) =>
  JSON.stringify({
    reasoning: 'kept all',
    operations: contents.map((content) => ({ type: 'ADD', section: 'OTHERS', content })),
  });

const scoreOf = async (answer: string): Promise<Score> =>
  answer === '42' ? { value: 1, correct: true, rightParts: 1, totalParts: 1 } : SCORE_ZERO;

function answer(script: AskScript) {
  const { ask, requests } = scriptedAsk(script);
  const input: AnswerInput = { manifest, candidate, example, purpose: 'evaluate', ordinal: 3, ask };
  return { answered: ace.answer(input), requests };
}

function map(script: AskScript, maxRounds = 1, score: MapInput['score'] = scoreOf) {
  const { ask, requests } = scriptedAsk(script);
  const method = { ...manifest.method, maxRounds };
  const input: MapInput = {
    manifest: { ...manifest, method },
    candidate,
    example,
    ordinal: 3,
    ask,
    score,
  };
  return { mapped: ace.mapExample(input), requests };
}

describe('answering', () => {
  it('makes one call and gives answer, cited bullets and the whole reply', async () => {
    const { answered, requests } = answer(() => generated('42', ['misc-00001', 'misc-00001']));
    expect(await answered).toMatchObject({ text: '42', cause: null, citedBulletIds: ['misc-00001'] });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ purpose: 'evaluate', ordinal: 3, repetition: 0, subject: 'ex_1' });
    expect(requests[0]?.messages[0]?.content).toContain(candidate.text);
  });

  it.each([
    ['cut off, although it holds an answer', replied(generated('42'), 'length'), 'cutOff'],
    ['filtered', replied(generated('42'), 'filtered'), 'filtered'],
    ['empty', replied(' \n'), 'empty'],
    ['an object without an answer', replied('{"reasoning":"x"}'), 'unparseable'],
    ['an object with no value as answer', replied('{"final_answer":null}'), 'unparseable'],
    ['an empty answer', replied(generated('')), 'empty'],
    ['prose without an answer', replied('I am not sure.'), 'unparseable'],
    ['a failed call', failed('timedOut'), 'timedOut'],
    ['a refusal by the budget', failed('budget'), 'budget'],
  ])('turns a reply that is %s into data with its cause', async (_name, outcome, code) => {
    const { answered, requests } = answer(() => outcome);
    expect(await answered).toMatchObject({ text: '', cause: { code } });
    expect(requests).toHaveLength(1);
  });
});

describe('mapping one example', () => {
  it('costs one generate and one reflect, right or wrong, with one round', async () => {
    for (const text of ['42', '41']) {
      const { mapped, requests } = map(({ purpose }) =>
        purpose === 'generate' ? generated(text) : reflected('Carry.'),
      );
      expect((await mapped).reflection.invalid).toBeNull();
      expect(requests.map(({ purpose }) => purpose)).toEqual(['generate', 'reflect']);
    }
  });

  it('gives a reflection that reads aloud and carries its insights, tags and question', async () => {
    const tags = [{ id: 'misc-00001', tag: 'harmful' }, { tag: 'helpful' }];
    const { mapped, requests } = map(({ purpose }) =>
      purpose === 'generate'
        ? generated('41', ['misc-00001'])
        : reflected('Carry the tens.\nCheck the sum.', tags),
    );
    expect((await mapped).reflection).toEqual({
      ordinal: 3,
      exampleId: 'ex_1',
      text: 'Error: Wrong carry.\nCause: Skipped the tens.\nCorrect approach: Add the tens too.\nKey insight: Carry the tens.\nKey insight: Check the sum.',
      insights: ['Carry the tens.', 'Check the sum.'],
      bulletTags: [{ bulletId: 'misc-00001', tag: 'harmful' }],
      context: 'What is 20 + 22?',
      invalid: null,
    });
    const prompt = requests[1]?.messages[1]?.content ?? '';
    expect(prompt).toContain(
      '<bullets_used>\n[misc-00001] helpful=0 harmful=0 :: Add from the right.\n</bullets_used>',
    );
    expect(prompt).toContain('<ground_truth>\n42\n</ground_truth>');
    expect(prompt).toContain('The answer is wrong.');
  });

  it('tries again with the reflection while wrong, stops when right, and scores the first answer', async () => {
    const { mapped, requests } = map(({ purpose, repetition }) => {
      if (purpose === 'reflect')
        return reflected(`Insight ${repetition}.`, [{ id: 'misc-00001', tag: 'helpful' }]);
      return generated(repetition === 2 ? '42' : '41');
    }, 5);
    const { answer: first, score, reflection } = await mapped;
    expect(requests.map(({ purpose, repetition }) => `${purpose} ${repetition}`)).toEqual([
      'generate 0',
      'reflect 0',
      'generate 1',
      'reflect 1',
      'generate 2',
    ]);
    expect(requests[4]?.messages[1]?.content).toContain('Key insight: Insight 1.');
    expect(first.text).toBe('41');
    expect(score).toMatchObject({ value: 0 });
    expect(reflection.insights).toEqual(['Insight 1.']);
    expect(reflection.bulletTags).toHaveLength(2);
  });

  it('ends its last round with the reflection, since another answer would not be used', async () => {
    const { mapped, requests } = map(
      ({ purpose }) => (purpose === 'reflect' ? reflected('x') : generated('41')),
      3,
    );
    expect((await mapped).reflectionAsked).toHaveLength(5);
    expect(requests.at(-1)).toMatchObject({ purpose: 'reflect', repetition: 2 });
  });

  it('does not reflect on an example whose call failed; its reflection is invalid with that cause', async () => {
    const { mapped, requests } = map(() => failed());
    const { score, reflection } = await mapped;
    expect(score).toMatchObject({ missing: { code: 'unavailable' } });
    expect(reflection).toMatchObject({ text: '', invalid: { code: 'unavailable' } });
    expect(requests).toHaveLength(1);
  });

  it('reflects on no answer that the evaluator failed to score', async () => {
    const missing = { code: 'programFailed', message: 'The program ended with code 3.' } as const;
    const { mapped, requests } = map(
      () => generated('42'),
      3,
      async () => ({ missing }),
    );
    expect(await mapped).toMatchObject({ score: { missing }, reflection: { text: '', invalid: missing } });
    expect(requests.map(({ purpose }) => purpose)).toEqual(['generate']);
  });

  it('scores a cut-off answer 0 but still learns from its trace', async () => {
    const { mapped, requests } = map(({ purpose }) =>
      purpose === 'generate' ? replied(generated('42'), 'length') : reflected('Be brief.'),
    );
    expect(await mapped).toMatchObject({
      score: SCORE_ZERO,
      reflection: { invalid: null, insights: ['Be brief.'] },
    });
    expect(requests[1]?.messages[1]?.content).toContain('No answer could be scored: The reply was cut off');
  });

  it('asks an unusable reflector twice more, then gives up with the cause', async () => {
    const { mapped, requests } = map(({ purpose }) => (purpose === 'generate' ? generated('41') : 'no idea'));
    expect((await mapped).reflection.invalid).toMatchObject({ code: 'unparseable' });
    expect(requests.map(({ repetition }) => repetition)).toEqual([0, 0, 10, 20]);
    expect(requests[3]?.messages).toEqual(requests[1]?.messages);
  });

  it('never adopts a reflection that was cut off, however complete it looks', async () => {
    const { mapped } = map(({ purpose, repetition }) => {
      if (purpose === 'generate') return generated('41');
      return repetition === 10 ? reflected('Whole.') : replied(reflected('Cut off.'), 'length');
    });
    expect((await mapped).reflection.insights).toEqual(['Whole.']);
  });
});

const progress = { trainExamplesSeen: 10, trainExamples: 20 };

const reflection = (ordinal: number): Reflection => ({
  ordinal,
  exampleId: `ex_${ordinal}`,
  text: `Key insight: number ${ordinal}`,
  insights: [`number ${ordinal}`],
  bulletTags: [],
  context: 'q',
  invalid: null,
});

function aggregate(script: AskScript, ordinals = [0, 1, 1]) {
  const { ask, requests } = scriptedAsk(script);
  const reflections = ordinals.map(reflection);
  return {
    asked: ace.aggregate({ manifest, base: candidate, reflections, group: 2, progress, ask }),
    requests,
  };
}

const updateOf = (...contents: string[]): Update => ({
  edits: contents.map((content) => ({ type: 'add', section: 'OTHERS', content })),
  text: null,
  reasoning: '',
  invalid: null,
});

describe('aggregating', () => {
  it('puts every copy into one prompt on the base and reads the additions', async () => {
    const { asked, requests } = aggregate(() => curated('a', 'b'));
    expect((await asked).update).toEqual({ ...updateOf('a', 'b'), reasoning: 'kept all' });
    expect(requests[0]).toMatchObject({ purpose: 'aggregate', ordinal: 2, repetition: 0 });
    const user = requests[0]?.messages[1]?.content ?? '';
    expect(user.match(/<reflection number="\d">/g)).toHaveLength(3);
    expect(user.match(/Key insight: number 1/g)).toHaveLength(2);
    expect(user).toContain(candidate.text);
    expect(user).toContain('10 of 20 training examples seen');
  });

  it('takes an empty list of operations for an answer', async () => {
    const { asked, requests } = aggregate(() => curated());
    expect((await asked).update).toMatchObject({ edits: [], invalid: null });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['cut off', replied(curated('a'), 'length'), 'cutOff', 3],
    ['empty', replied(''), 'empty', 3],
    ['prose', replied('I would add a line.'), 'unparseable', 3],
    [
      'half an operation',
      replied('{"reasoning":"r","operations":[{"type":"ADD","section":"s"}]}'),
      'unparseable',
      3,
    ],
    ['a failed call', failed(), 'unavailable', 1],
  ])('drops a reply that stays %s, with the cause and no edits', async (_name, outcome, code, calls) => {
    const { asked, requests } = aggregate(() => outcome);
    expect((await asked).update).toMatchObject({ edits: [], text: null, invalid: { code } });
    expect(requests.map(({ repetition }) => repetition)).toEqual([0, 1, 2].slice(0, calls));
  });

  it('takes the second reply when the first is unusable', async () => {
    const { asked } = aggregate(({ repetition }) => (repetition === 0 ? '{' : curated('a')));
    expect(await asked).toMatchObject({ update: { edits: [{ content: 'a' }], invalid: null } });
    expect((await asked).asked).toHaveLength(2);
  });

  it('combines updates in group order without seeing a reflection', async () => {
    const { ask, requests } = scriptedAsk(() => curated('a'));
    const updates = [updateOf('from group one'), updateOf('from group two')];
    const { update } = await ace.combine({ manifest, base: candidate, updates, ordinal: 0, progress, ask });
    expect(update.edits).toHaveLength(1);
    expect(requests[0]).toMatchObject({ purpose: 'combine', ordinal: 0 });
    expect(requests[0]?.messages[1]?.content).toMatch(/from group one.*from group two/s);
  });
});

describe('uniting updates without a model', () => {
  it('keeps all edits in group order, near-identical additions once', () => {
    const united = ace.union([
      updateOf('Convert millions to units before you divide.', 'Round to 2 decimals.'),
      updateOf('convert millions  to units before you divide', 'Round to 4 decimals.'),
    ]);
    expect(united.edits.map((edit) => edit.type === 'add' && edit.content)).toEqual([
      'Convert millions to units before you divide.',
      'Round to 2 decimals.',
      'Round to 4 decimals.',
    ]);
  });

  it('leaves invalid updates out', () => {
    const cause = { code: 'empty', message: 'The reply was empty.' } as const;
    expect(ace.union([{ ...updateOf('x'), invalid: cause }, updateOf('y')]).edits).toHaveLength(1);
  });
});

describe('describing', () => {
  it('counts bullets and tokens', () => {
    expect(ace.describe(candidate)).toEqual({ bullets: 1, tokens: countTokens(candidate.text) });
    expect(ace.describe(candidateOf(ace.emptyCandidateText)).bullets).toBe(0);
  });
});
