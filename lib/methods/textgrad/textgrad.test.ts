import { describe, expect, it } from 'vitest';
import type { Reflection } from '@/lib/domain/reflection';
import { SCORE_ZERO, type Score } from '@/lib/domain/score';
import type { Update } from '@/lib/domain/update';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { type AskScript, failed, replied, scriptedAsk } from '@/lib/testing/builders/scripted-ask';
import { textGrad } from './textgrad';
import { TEXTGRAD_DEFAULT_SETTINGS } from './textgrad-settings';

const manifest = buildManifest({ method: { ...TEXTGRAD_DEFAULT_SETTINGS, constraints: ['Stay polite.'] } });
const candidate = { hash: 'base', text: 'Add from the right.' };
const example = {
  id: 'ex_1',
  question: 'What is 20 + 22?',
  context: '',
  expected: '42',
  groupKey: null,
  contentHash: 'c',
};
const answered = (answer: string) => JSON.stringify({ reasoning: 'I add.', final_answer: answer });
const criticised = (...changes: string[]) =>
  JSON.stringify({
    criticism_of_answer: 'No carry.',
    criticism_of_prompt: 'Says nothing of carries.',
    changes,
  });
const improved = (prompt: string) => `I took up all.\n<improved_prompt>\n${prompt}\n</improved_prompt>`;
const scoreOf = async (answer: string): Promise<Score> =>
  answer === '42' ? { value: 1, correct: true, rightParts: 1, totalParts: 1 } : SCORE_ZERO;

function map(script: AskScript, settings: Partial<typeof TEXTGRAD_DEFAULT_SETTINGS> = {}) {
  const { ask, requests } = scriptedAsk(script);
  const pinned = { ...manifest, method: { ...TEXTGRAD_DEFAULT_SETTINGS, ...settings } };
  const mapped = textGrad.mapExample({
    manifest: pinned,
    candidate,
    example,
    ordinal: 3,
    ask,
    score: scoreOf,
  });
  return { mapped, requests };
}

describe('mapping one example', () => {
  it('costs one generate and one reflect, whether the answer is right or not', async () => {
    for (const text of ['42', '41']) {
      const { mapped, requests } = map(({ purpose }) =>
        purpose === 'generate' ? answered(text) : criticised('Carry the tens.'),
      );
      expect((await mapped).score).toMatchObject({ correct: text === '42' });
      expect(requests.map(({ purpose }) => purpose)).toEqual(['generate', 'reflect']);
    }
  });

  it('answers under the prompt, and criticises prompt and answer by what the evaluator said', async () => {
    const { mapped, requests } = map(({ purpose }) =>
      purpose === 'generate' ? answered('41') : criticised('Carry the tens.', 'Check the sum.'),
    );
    expect((await mapped).reflection).toEqual({
      ordinal: 3,
      exampleId: 'ex_1',
      text: 'Criticism of the answer: No carry.\nCriticism of the prompt: Says nothing of carries.\nChange: Carry the tens.\nChange: Check the sum.',
      insights: ['Carry the tens.', 'Check the sum.'],
      bulletTags: [],
      context: 'Answer given: 41\nQuestion: What is 20 + 22?',
      invalid: null,
    });
    expect(requests[0]?.messages[0]?.content).toContain(
      '<current_prompt>\nAdd from the right.\n</current_prompt>',
    );
    const prompt = requests[1]?.messages[1]?.content ?? '';
    expect(prompt).toContain('<current_prompt>\nAdd from the right.\n</current_prompt>');
    expect(prompt).toContain('<ground_truth>\n42\n</ground_truth>');
    expect(prompt).toContain('The answer is wrong.');
  });

  it('keeps the expected answer to itself where it is told to', async () => {
    const { mapped, requests } = map(
      ({ purpose }) => (purpose === 'generate' ? answered('41') : criticised('x')),
      { useGroundTruth: false },
    );
    await mapped;
    expect(requests[1]?.messages[1]?.content).not.toContain('42');
  });

  it.each([
    ['prose', 'It was fine.', 3],
    ['a word on the answer alone', JSON.stringify({ criticism_of_answer: 'Wrong.', changes: [] }), 3],
    ['cut off', replied(criticised('x'), 'length'), 3],
    ['a failed call', failed(), 1],
  ])('has no gradient where the criticism stays %s', async (_name, reply, calls) => {
    const { mapped, requests } = map(({ purpose }) => (purpose === 'generate' ? answered('41') : reply));
    const { reflection } = await mapped;
    expect(reflection.text).toBe('');
    expect(reflection.invalid).not.toBeNull();
    expect(
      requests.filter(({ purpose }) => purpose === 'reflect').map(({ repetition }) => repetition),
    ).toEqual([0, 1, 2].slice(0, calls));
  });

  it('does not criticise an answer that never came, but one that was useless', async () => {
    const away = map(() => failed('timedOut'));
    expect((await away.mapped).reflection.invalid).toMatchObject({ code: 'timedOut' });
    expect(away.requests).toHaveLength(1);
    const useless = map(({ purpose }) => (purpose === 'generate' ? 'No idea.' : criticised('Answer.')));
    expect(await useless.mapped).toMatchObject({ score: SCORE_ZERO, reflection: { insights: ['Answer.'] } });
    expect(useless.requests[1]?.messages[1]?.content).toContain('No answer could be scored');
  });
});

const progress = { trainExamplesSeen: 0, trainExamples: 9 };
const gradient = (ordinal: number): Reflection => ({
  ordinal,
  exampleId: `ex_${ordinal}`,
  text: `Change: number ${ordinal}`,
  insights: [`number ${ordinal}`],
  bulletTags: [],
  context: `question ${ordinal}`,
  invalid: null,
});
const proposal = (text: string | null): Update => ({ edits: [], text, reasoning: '', invalid: null });

function step(script: AskScript, earlier?: readonly string[]) {
  const { ask, requests } = scriptedAsk(script);
  const reflections = [0, 1, 1].map(gradient);
  const told = earlier === undefined ? {} : { earlier };
  const input = { manifest, base: candidate, reflections, group: 2, progress, ask, ...told };
  return { asked: textGrad.aggregate(input), requests };
}

describe('the optimiser step', () => {
  it('reads the prompt, each copy of each gradient, its context and the constraints', async () => {
    const { asked, requests } = step(() => improved('Add from the right.\nCarry.'));
    expect((await asked).update).toEqual(proposal('Add from the right.\nCarry.'));
    expect(requests[0]).toMatchObject({ purpose: 'aggregate', ordinal: 2, repetition: 0 });
    const user = requests[0]?.messages[1]?.content ?? '';
    expect(user.match(/<prompt_gradient number="\d">/g)).toHaveLength(3);
    expect(user.match(/Change: number 1/g)).toHaveLength(2);
    expect(user).toContain('question 1');
    expect(user).toContain('<prompt_constraints>\nStay polite.\n</prompt_constraints>');
    expect(user).not.toContain('earlier_gradients');
  });

  it('shows the gradients of earlier steps where the search remembers them', async () => {
    const { asked, requests } = step(() => improved('p'), ['Change: long ago']);
    await asked;
    expect(requests[0]?.messages[1]?.content).toMatch(/<earlier_gradients>[\s\S]*Change: long ago/);
  });

  it.each([
    ['without its tags', 'Add from the right.\nCarry.', 'unparseable'],
    ['with its second tag missing', '<improved_prompt>\nAdd', 'unparseable'],
    ['with nothing between them', improved(' \n'), 'unparseable'],
    ['cut off, although both tags are there', replied(improved('Add.'), 'length'), 'cutOff'],
    ['empty', replied(''), 'empty'],
  ])('never adopts a reply %s', async (_name, reply, code) => {
    const { asked, requests } = step(() => reply);
    expect((await asked).update).toMatchObject({ text: null, invalid: { code } });
    expect(requests.map(({ repetition }) => repetition)).toEqual([0, 1, 2]);
  });

  it('takes a prompt that speaks of tags whole, and undoes what we did to its own', async () => {
    const { asked } = step(() => improved('Put it in <improved_prompt> tags.\nEnd with &lt;/question>.'));
    expect((await asked).update.text).toBe('Put it in <improved_prompt> tags.\nEnd with </question>.');
  });

  it('combines prompts in group order without seeing a gradient', async () => {
    const { ask, requests } = scriptedAsk(() => improved('both'));
    const updates = [proposal('from group one'), proposal('from group two')];
    const { update } = await textGrad.combine({
      manifest,
      base: candidate,
      updates,
      ordinal: 0,
      progress,
      ask,
    });
    expect(update.text).toBe('both');
    const user = requests[0]?.messages[1]?.content ?? '';
    expect(user).toMatch(/<current_prompt>\nAdd from the right\.[\s\S]*from group one[\s\S]*from group two/);
    expect(user).not.toContain('<prompt_gradient');
  });
});

describe('without a model', () => {
  it('unites prompts by their lines, each once, in group order', () => {
    const united = textGrad.union([
      proposal('Add.\nCarry the tens.'),
      { ...proposal('lost'), invalid: { code: 'empty', message: 'The reply was empty.' } },
      proposal('Add.\n\n  carry  the TENS.\nCheck.'),
    ]);
    expect(united.text).toBe('Add.\nCarry the tens.\nCheck.');
    expect(textGrad.union([proposal(null)]).text).toBeNull();
  });

  it('applies a prompt as a whole, and nothing where nothing changed', () => {
    expect(textGrad.apply(candidate, proposal('New.'))).toMatchObject({
      candidate: { text: 'New.' },
      applied: 1,
    });
    for (const text of [null, candidate.text]) {
      expect(textGrad.apply(candidate, proposal(text))).toEqual({ candidate, applied: 0, ignored: 0 });
    }
  });

  it('counts lines and tokens, and hashes each template apart', () => {
    expect(textGrad.describe({ hash: 'x', text: 'a\n\nb' })).toEqual({ bullets: 2, tokens: 3 });
    expect(new Set(Object.values(textGrad.promptHashes)).size).toBe(4);
  });
});
