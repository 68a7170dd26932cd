import { describe, expect, it } from 'vitest';
import { AnswerKeys } from './answer-keys';
import { insightsOn } from './insight-text';
import type { Difficulty } from './outcome';
import { PracticeModel } from './practice-model';

const keys = new AnswerKeys();
const entries = Array.from({ length: 60 }, (_, index) => ({
  question: `What is ${1_000 + index} over ${index + 1}?`,
  expected: `${index}.25`,
  exampleId: `e${index}`,
  groupKey: null,
}));
keys.register('set', { profile: 'formula', entries });
const model = new PracticeModel(keys);

function exampleThatIs(difficulty: Difficulty) {
  for (const entry of entries) {
    const known = keys.find(entry.question);
    if (known?.difficulty === difficulty) return entry;
  }
  throw new Error(`no ${difficulty} example`);
}

const calculate = {
  name: 'calculate',
  parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
};
const turn = (
  user: string,
  { system = 'Answer with a number.', tools = [calculate], more = [] as object[] } = {},
) =>
  model.reply({
    messages: [{ role: 'system', content: system }, { role: 'user', content: user }, ...more] as never,
    seed: 1,
    tools,
  });
const RESULT = [
  { role: 'assistant', content: '' },
  { role: 'tool', content: '5' },
];

describe("an agent of a person's own on the practice model", () => {
  const learnable = exampleThatIs('learnable');
  const taught = `Answer with a number.\n[calc-00001] helpful=0 harmful=0 :: ${insightsOn(learnable.question, keys)[0]}`;

  it('calls its tool once, with arguments of the question, and then answers', () => {
    const [first, second] = learnable.question.match(/\d+/g) ?? [];
    const called = turn(learnable.question, { system: taught });
    expect(called.call).toEqual({
      name: 'calculate',
      arguments: JSON.stringify({ expression: `${first} / ${second}` }),
    });
    expect(called.text).toContain('[calc-00001]');
    const answered = turn(learnable.question, { system: taught, more: RESULT });
    expect(answered).toEqual({ text: learnable.expected, note: null });
  });

  it('is right on a learnable question only once its system text teaches it', () => {
    expect(turn(learnable.question, { more: RESULT }).text).not.toBe(learnable.expected);
    expect(turn(exampleThatIs('easy').question, { more: RESULT }).text).toBe(exampleThatIs('easy').expected);
    const hard = exampleThatIs('hard');
    const all = entries.flatMap(({ question }) => insightsOn(question, keys)).join('\n');
    expect(turn(hard.question, { system: all, more: RESULT }).text).not.toBe(hard.expected);
  });

  it.each([
    (question: string) => `The books of a bakery.\n\n${question}`,
    (question: string) => `Question: ${question}`,
    (question: string) => `Books of a bakery.\n${question}\nGive a number.`,
  ])('finds its question where people put it: %s', (written) => {
    const easy = exampleThatIs('easy');
    expect(turn(written(easy.question), { tools: [] }).text).toBe(easy.expected);
  });

  it('says so where the question is of no key, and where the request is none of an agent', () => {
    expect(turn('What is new?', { more: RESULT })).toMatchObject({
      note: 'question not in any answer key',
    });
    expect(turn('What is new?', { tools: [] }).note).toBe('prompt of unknown shape');
  });
});
