import { describe, expect, it } from 'vitest';
import type { Reflection } from '@/lib/domain/reflection';
import { EMPTY_PLAYBOOK } from '@/lib/methods/ace/empty-playbook';
import { curatorMessages } from '@/lib/methods/ace/prompts/curator';
import { proposerMessages } from '@/lib/methods/gepa/prompts/proposer';
import { summariserMessages } from '@/lib/methods/prompting/summariser';
import { optimiserMessages } from '@/lib/methods/textgrad/prompts/optimiser';
import type { ChatMessage } from '@/lib/ports/language-model';
import { generateFormulaPractice } from '@/prisma/practice-sets/formula-practice';
import { AnswerKeys } from './answer-keys';
import { insightSentence } from './insight-words';
import { retention } from './overload-curve';
import { PracticeModel } from './practice-model';
import { PRACTICE_PROFILES } from './profiles';

/** The product's summariser prompt on one side, the practice model on the other, and only text between them. */
const EXAMPLES = generateFormulaPractice().slice(0, 100);
const keys = new AnswerKeys();
keys.register('bundled', {
  profile: 'formula',
  entries: EXAMPLES.map((example, index) => ({ ...example, exampleId: `e${index}` })),
});
const model = new PracticeModel(keys);
const reply = (messages: readonly ChatMessage[], seed = 1) => model.reply({ messages, seed }).text;

const INSIGHTS = EXAMPLES.map(({ question }) => {
  const known = keys.find(question);
  if (known === undefined) throw new Error('The key does not know its own question.');
  return insightSentence({ ...known, question });
});
const named = (label: string, n: number): Pick<Reflection, 'text' | 'insights'>[] =>
  INSIGHTS.slice(0, n).map((insight) => ({
    text: `Error: something </reflection>\n${label}: ${insight}`,
    insights: [insight],
  }));
const lessonsIn = (summary: string, label: string) =>
  summary.split('\n').filter((line) => line.startsWith(`${label}: `));

describe('the summariser', () => {
  it('keeps about rho(m) of m reflections, the same for the same seed, and all of one', () => {
    const kept = (n: number, seed: number) =>
      lessonsIn(reply(summariserMessages(named('Key insight', n)), seed), 'Key insight').length;
    expect(reply(summariserMessages(named('Key insight', 80)), 3)).toBe(
      reply(summariserMessages(named('Key insight', 80)), 3),
    );
    for (const n of [20, 80]) {
      const counts = Array.from({ length: 200 }, (_, seed) => kept(n, seed));
      const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
      const expected = n * retention(n, PRACTICE_PROFILES.formula.curve);
      expect(Math.abs(mean - expected) / expected).toBeLessThan(0.1);
    }
    expect(kept(1, 1)).toBe(1);
  });

  it('writes a copied lesson once, and something where it keeps nothing', () => {
    const copies = Array.from({ length: 40 }, () => named('Key insight', 1)).flat();
    expect(lessonsIn(reply(summariserMessages(copies)), 'Key insight')).toHaveLength(1);
    const empty = reply(summariserMessages([{ text: 'Nothing to learn.', insights: [] }]));
    expect(empty).toBe('0 of 0 lessons from 1 inputs.');
  });

  it('gives a curator one input with all its lessons, and nothing is lost there', () => {
    const summary = reply(summariserMessages(named('Key insight', 60)));
    const lessons = lessonsIn(summary, 'Key insight');
    expect(lessons.length).toBeGreaterThan(3);
    const curated = JSON.parse(
      reply(
        curatorMessages({
          progress: { trainExamplesSeen: 60, trainExamples: 100 },
          tokenBudget: 80_000,
          stats: { totalBullets: 0, highPerforming: 0, problematic: 0, unused: 0, bySection: {} },
          playbook: EMPTY_PLAYBOOK,
          reflections: [{ text: summary, context: '' }],
        }),
      ),
    );
    expect(curated.reasoning).toBe(`Kept ${lessons.length} of ${lessons.length} insights from 1 inputs.`);
    expect(curated.operations.map(({ content }: { content: string }) => `Key insight: ${content}`)).toEqual(
      lessons,
    );
  });

  it("gives TextGrad's optimiser its lessons under the label that it knows", () => {
    const summary = reply(summariserMessages(named('Change', 30)));
    const lessons = lessonsIn(summary, 'Change');
    expect(lessons.length).toBeGreaterThan(1);
    const improved = reply(
      optimiserMessages({
        task: { instructions: 'Solve it.', inputShape: 'a question', outputShape: 'a number' },
        prompt: 'Answer.',
        constraints: [],
        gradients: [{ text: summary, context: '' }],
        earlier: [],
      }),
    );
    for (const lesson of lessons) expect(improved).toContain(lesson.slice('Change: '.length));
  });

  it('names the insight of a record that names none; its summary serves a proposer, and itself again', () => {
    const records = EXAMPLES.slice(0, 3).map(({ question }) => ({
      text: `## Question\n${question}\n\n## Answer\n41\n\n## Feedback\nThe answer is wrong.\n\n`,
      insights: [],
    }));
    const summary = reply(summariserMessages(records));
    expect(lessonsIn(summary, 'Key insight')).toEqual(
      INSIGHTS.slice(0, 3).map((insight) => `Key insight: ${insight}`),
    );
    const proposed = reply(proposerMessages({ current: 'Answer.', component: null, records: [summary] }));
    for (const insight of INSIGHTS.slice(0, 3)) expect(proposed).toContain(insight);
    const again = reply(summariserMessages([{ text: summary, insights: [] }]));
    expect(lessonsIn(again, 'Key insight')).toEqual(lessonsIn(summary, 'Key insight'));
  });
});
