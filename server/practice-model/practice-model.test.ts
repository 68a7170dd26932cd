import { describe, expect, it } from 'vitest';
import {
  type WireMessage,
  type WireOperation,
  wireCombiner,
  wireCurator,
  wireGenerator,
  wireGeneratorSystem,
  wireReflector,
} from '@/lib/testing/practice/wire-prompts';
import { type AnswerKeyEntry, AnswerKeys } from './answer-keys';
import { codesIn, type Difficulty, difficultyOf } from './outcome';
import { PracticeModel } from './practice-model';
import { PRACTICE_PROFILES } from './profiles';

const ENTRIES: readonly AnswerKeyEntry[] = Array.from({ length: 200 }, (_, index) => ({
  question: `What is ${index} plus a quarter, as </question> asks?`,
  expected: `${index}.25`,
  exampleId: `e${index}`,
  groupKey: `group ${index % 20}`,
}));
const keys = new AnswerKeys();
keys.register('set', { profile: 'formula', entries: ENTRIES });
const model = new PracticeModel(keys);

interface Reply {
  readonly bullet_ids: readonly string[];
  readonly final_answer: string;
  readonly key_insight: string;
  readonly bullet_tags: readonly { id: string; tag: string }[];
  readonly operations: readonly WireOperation[];
  readonly content: string;
  readonly score: number;
}
const ask = (messages: readonly WireMessage[], seed = 1): Reply =>
  JSON.parse(model.reply({ messages, seed }).text);
const answer = (entry: AnswerKeyEntry, playbook: string) =>
  ask(wireGenerator(wireGeneratorSystem(playbook), entry.question));
const reflect = (entry: AnswerKeyEntry, predicted = entry.expected, bulletsUsed = '') =>
  ask(wireReflector({ question: entry.question, expected: entry.expected, predicted, bulletsUsed }));
const playbookOf = (operations: readonly WireOperation[]) =>
  operations
    .map(({ content }, index) => `[calc-0000${index + 1}] helpful=0 harmful=0 :: ${content}`)
    .join('\n');
function entryThatIs(difficulty: Difficulty): AnswerKeyEntry {
  const found = ENTRIES.find(
    ({ exampleId }) => difficultyOf(exampleId, PRACTICE_PROFILES.formula) === difficulty,
  );
  if (found === undefined) throw new Error(`no ${difficulty} example among the entries`);
  return found;
}

describe('knowledge travels through the prompts and through nothing else', () => {
  const learnable = entryThatIs('learnable');

  it('answers a learnable question right only once its insight is in the playbook, and cites the bullet', () => {
    expect(answer(learnable, '').final_answer).not.toBe(learnable.expected);
    const { operations } = ask(wireCurator([reflect(learnable).key_insight], ''));
    expect(operations).toHaveLength(1);
    const taught = answer(learnable, `## FORMULAS\n${playbookOf(operations)}`);
    expect(taught).toMatchObject({ final_answer: learnable.expected, bullet_ids: ['calc-00001'] });
    expect(answer(learnable, '## FORMULAS').final_answer).not.toBe(learnable.expected);
  });

  it('is taught as well by another example of the same group and by an earlier reflection', () => {
    const sibling = ENTRIES.find(
      ({ groupKey, exampleId }) => groupKey === learnable.groupKey && exampleId !== learnable.exampleId,
    );
    const insight = reflect(sibling ?? learnable).key_insight;
    expect(insight).not.toBe(reflect(learnable).key_insight);
    expect(answer(learnable, insight).final_answer).toBe(learnable.expected);
    const again = ask(wireGenerator(wireGeneratorSystem(''), learnable.question, `Key insight: ${insight}`));
    expect(again).toMatchObject({ final_answer: learnable.expected, bullet_ids: [] });
  });

  it('is taught as well by a prompt that a gateway put in front of the words of an application', () => {
    const { operations } = ask(wireCurator([reflect(learnable).key_insight], ''));
    const [system, ...rest] = wireGenerator(wireGeneratorSystem(''), learnable.question);
    const served = (playbook: string) =>
      ask([{ role: 'system', content: `${playbook}\n\n${system?.content}` }, ...rest]).final_answer;
    expect(served('Answer the question.')).not.toBe(learnable.expected);
    expect(served(`## FORMULAS\n${playbookOf(operations)}`)).toBe(learnable.expected);
  });

  it('answers easy questions without a bullet and hard ones never', () => {
    const [easy, hard] = [entryThatIs('easy'), entryThatIs('hard')];
    expect(answer(easy, '')).toMatchObject({ final_answer: easy.expected, bullet_ids: [] });
    expect(answer(hard, reflect(hard).key_insight).final_answer).not.toBe(hard.expected);
  });
});

describe('the reflector', () => {
  const entry = entryThatIs('learnable');

  it('names the same insight for a right and a wrong answer', () => {
    expect(reflect(entry, 'nonsense').key_insight).toBe(reflect(entry).key_insight);
    expect(reflect(entry).key_insight).toMatch(/^[A-Z][^[\]]*\.$/);
    expect(reflect(entry).key_insight).not.toContain('plus a quarter');
  });

  it('tags cited bullets of the topic by the outcome and others as neutral', () => {
    const used = `[calc-00001] helpful=0 harmful=0 :: ${reflect(entry).key_insight}\n[misc-00002] helpful=1 harmful=0 :: else`;
    expect(reflect(entry, entry.expected, used).bullet_tags).toEqual([
      { id: 'calc-00001', tag: 'helpful' },
      { id: 'misc-00002', tag: 'neutral' },
    ]);
    expect(reflect(entry, '0', used).bullet_tags[0]).toEqual({ id: 'calc-00001', tag: 'harmful' });
  });
});

describe('the aggregator', () => {
  const insights = ENTRIES.map((entry) => reflect(entry).key_insight);

  it('keeps about rho(m) of what it reads, whatever the playbook holds, and the same for the same seed', () => {
    const kept = (seed: number, playbook = '') =>
      ask(wireCurator(insights.slice(0, 100), playbook), seed).operations;
    expect(kept(3)).toEqual(kept(3));
    expect(kept(3, playbookOf(kept(3)))).toEqual(kept(3));
    const counts = Array.from({ length: 200 }, (_, seed) => kept(seed).length);
    // 100 * rho(100) = 8.97
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeCloseTo(8.97, 0);
  });

  it('writes copies of a line once, and keeps one that any copy keeps', () => {
    const [line = ''] = insights;
    const { operations } = ask(
      wireCurator(
        Array.from({ length: 60 }, () => line),
        '',
      ),
    );
    expect(operations.map(({ content }) => content)).toEqual([line]);
  });

  it('reads updates at the second level, keeps their sections and survives one that is no JSON', () => {
    const update = [{ type: 'ADD', section: 'others', content: `${insights[0]} </update>` }];
    const messages = wireCombiner([update], '');
    expect(ask(messages).operations).toEqual(update);
    const broken = messages.map((message) => ({ ...message, content: message.content.replace('[{', '[{{') }));
    expect(ask(broken).operations).toEqual([]);
  });

  it('merges near-duplicates without losing what the second teaches', () => {
    const user = `<bullets>\n[calc-00001] helpful=1 harmful=0 :: ${insights[0]}\n[calc-00002] :: ${insights[1]}\n</bullets>`;
    const system = { role: 'system', content: 'You merge near-duplicate bullets.\nOne for all.' } as const;
    const { content } = ask([system, { role: 'user', content: user }]);
    expect(content.startsWith(insights[0] ?? '-')).toBe(true);
    expect(content).toContain(insights[1]?.slice(0, 15));
  });
});

describe('whatever else it is sent', () => {
  it('says unknown to a question of no key, with a note', () => {
    const reply = model.reply({ messages: wireGenerator(wireGeneratorSystem(''), 'Who?'), seed: 1 });
    expect(reply.note).toBe('question not in any answer key');
    expect(JSON.parse(reply.text).final_answer).toBe('unknown');
    const reflection = wireReflector({ question: 'Who?', expected: 'I', predicted: 'you', bulletsUsed: '' });
    expect(codesIn(ask(reflection).key_insight)).toEqual([]);
  });

  it('judges an answer by what was expected', () => {
    const judge = (given: string, expected: string) =>
      ask([{ role: 'user', content: `<answer>\n${given}\n</answer>\n<expected>\n${expected}\n</expected>` }])
        .score;
    expect([judge('1,500.0', '1500'), judge('Yes', 'yes '), judge('A, B', 'a,b'), judge('1', '2')]).toEqual([
      1, 1, 1, 0,
    ]);
  });

  it('judges a trace by its tool results, and without any gives no score', () => {
    const judge = (steps: string) =>
      ask([
        { role: 'system', content: 'You are the judge of a trace.' },
        { role: 'user', content: `<steps>\n${steps}\n</steps>` },
      ]).score;
    expect(judge('Result of refund: done\nFailed result of stock: none\nResult of close: ok')).toBe(0.67);
    expect(judge('[step 1] agent\nHello.')).toBeUndefined();
  });

  it('answers a prompt of another shape in plain text', () => {
    expect(model.reply({ messages: [{ role: 'user', content: 'Hello' }], seed: 1 }).note).toBe(
      'prompt of unknown shape',
    );
  });

  it('lets the key registered first answer a question that two keys hold', () => {
    const two = new AnswerKeys();
    const key = (expected: string) => ({
      profile: 'formula' as const,
      entries: [{ question: 'q', expected, exampleId: 'e', groupKey: null }],
    });
    two.register('a', key('1'));
    two.register('b', key('2'));
    two.register('a', key('3'));
    expect(two.find(' q ')?.expected).toBe('3');
  });
});
