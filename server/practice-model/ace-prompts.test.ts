import { describe, expect, it } from 'vitest';
import { applyEdits } from '@/lib/methods/ace/apply-edits';
import { EMPTY_PLAYBOOK } from '@/lib/methods/ace/empty-playbook';
import { combinerMessages } from '@/lib/methods/ace/prompts/combiner';
import { curatorMessages } from '@/lib/methods/ace/prompts/curator';
import { generatorMessages } from '@/lib/methods/ace/prompts/generator';
import { reflectorMessages } from '@/lib/methods/ace/prompts/reflector';
import { readCuratorReply } from '@/lib/methods/ace/read-curator-reply';
import { readReflectorReply } from '@/lib/methods/ace/read-reflector-reply';
import type { ChatMessage } from '@/lib/ports/language-model';
import { generateFormulaPractice } from '@/prisma/practice-sets/formula-practice';
import { AnswerKeys } from './answer-keys';
import { PracticeModel } from './practice-model';

/** The product's own prompts and readers on one side, the practice model on the other, and only text between them. */
const EXAMPLES = generateFormulaPractice().slice(0, 50);
const keys = new AnswerKeys();
const entries = EXAMPLES.map((example, index) => ({ ...example, exampleId: `e${index}` }));
keys.register('bundled', { profile: 'formula', entries });
const model = new PracticeModel(keys);
const reply = (messages: readonly ChatMessage[]) => model.reply({ messages, seed: 1 }).text;

const task = { instructions: 'Solve it.', inputShape: 'a question', outputShape: 'a number' };
const base = {
  progress: { trainExamplesSeen: 1, trainExamples: 50 },
  tokenBudget: 80_000,
  stats: { totalBullets: 0, highPerforming: 0, problematic: 0, unused: 0, bySection: {} },
  playbook: EMPTY_PLAYBOOK,
};

function rightAnswers(playbook: string): number {
  return EXAMPLES.filter((example) => {
    const answer = reply(generatorMessages({ task, playbook, example, earlierReflection: null }));
    return JSON.parse(answer).final_answer === example.expected;
  }).length;
}

function reflectionOn(example: (typeof EXAMPLES)[number]): string {
  const read = readReflectorReply(
    reply(
      reflectorMessages({
        example,
        trace: '{}',
        predictedAnswer: '0',
        groundTruth: example.expected,
        feedback: 'The answer is wrong.',
        bulletsUsed: '(none cited)',
      }),
    ),
  );
  if (!read.ok) throw new Error(read.fault);
  return read.value.text;
}

function editsOf(text: string) {
  const read = readCuratorReply(text);
  if (!read.ok) throw new Error(read.fault);
  return read.value.edits;
}

describe("ACE's prompts and the practice model understand each other", () => {
  it('one pass of single reflections teaches every learnable question, and a deleted line is missed', () => {
    const edits = EXAMPLES.flatMap((example) =>
      editsOf(
        reply(curatorMessages({ ...base, reflections: [{ text: reflectionOn(example), context: '' }] })),
      ),
    );
    expect(edits).toHaveLength(EXAMPLES.length);
    const { playbook } = applyEdits({ playbook: EMPTY_PLAYBOOK, edits, nextId: 1 });
    const [before, after] = [rightAnswers(EMPTY_PLAYBOOK), rightAnswers(playbook)];
    expect(after).toBeGreaterThan(before);

    const lines = playbook.split('\n');
    const withoutOne = lines.map((_, gone) =>
      rightAnswers(lines.filter((_, index) => index !== gone).join('\n')),
    );
    const losses = withoutOne.filter((right) => right < after);
    expect(losses).toHaveLength(after - before);
    expect(new Set(losses)).toEqual(new Set([after - 1]));
  });

  it('both levels count their inputs, copies included, and pass sections on', () => {
    const reflections = EXAMPLES.slice(0, 8).map((example) => ({
      text: reflectionOn(example),
      context: 'c',
    }));
    const first = JSON.parse(
      reply(curatorMessages({ ...base, reflections: [...reflections, ...reflections] })),
    );
    expect(first.reasoning).toMatch(/of 16 insights from 16 inputs/);
    const updates = [editsOf(JSON.stringify(first)), editsOf(JSON.stringify(first))];
    const second = JSON.parse(reply(combinerMessages({ ...base, updates })));
    expect(second.reasoning).toMatch(new RegExp(`of ${2 * first.operations.length} insights from 2 inputs`));
    expect(second.operations[0]).toMatchObject({ type: 'ADD', section: first.operations[0].section });
  });
});
