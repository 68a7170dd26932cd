import { describe, expect, it } from 'vitest';
import { componentsOf } from '@/lib/domain/components';
import { candidateOf, demonstrationText, labelled } from '@/lib/methods/mipro/candidate-text';
import { instructionMessages } from '@/lib/methods/mipro/prompts/instruction-writer';
import { observerMessages, summariserMessages } from '@/lib/methods/mipro/prompts/observer';
import { underPromptMessages } from '@/lib/methods/prompting/answer-under-prompt';
import { textBetween } from '@/lib/methods/prompting/text-between';
import { criticMessages } from '@/lib/methods/textgrad/prompts/critic';
import { combiningMessages, optimiserMessages } from '@/lib/methods/textgrad/prompts/optimiser';
import { readCriticism } from '@/lib/methods/textgrad/read-criticism';
import type { ChatMessage } from '@/lib/ports/language-model';
import { generateFormulaPractice } from '@/prisma/practice-sets/formula-practice';
import { AnswerKeys } from './answer-keys';
import { codesIn } from './outcome';
import { PracticeModel } from './practice-model';

/** TextGrad's and MIPROv2's own prompts and readers on one side, the practice model on the other. */
const EXAMPLES = generateFormulaPractice()
  .slice(0, 50)
  .map((example, index) => ({
    ...example,
    id: `e${index}`,
    contentHash: `h${index}`,
  }));
const keys = new AnswerKeys();
keys.register('bundled', {
  profile: 'formula',
  entries: EXAMPLES.map((example) => ({ ...example, exampleId: example.id })),
});
const model = new PracticeModel(keys);
const reply = (messages: readonly ChatMessage[], seed = 1) => model.reply({ messages, seed }).text;

const task = { instructions: 'Solve it.', inputShape: 'a question', outputShape: 'a number' };
const PROMPT = 'Work step by step.';
const step = { task, prompt: PROMPT, constraints: [], earlier: [] };

function gradientOf(example: (typeof EXAMPLES)[number]): { text: string; context: string } {
  const messages = criticMessages({
    task,
    prompt: PROMPT,
    example,
    trace: '{}',
    predictedAnswer: '0',
    groundTruth: null,
    feedback: 'The answer is wrong.',
  });
  const read = readCriticism(reply(messages));
  if (!read.ok) throw new Error(read.fault);
  return { text: read.value.text, context: example.question };
}

function promptIn(text: string, tag: 'improved_prompt' | 'proposed_instruction'): string {
  const read = textBetween(text, tag);
  if (!read.ok) throw new Error(read.fault);
  return read.value;
}

const rightUnder = (prompt: string) =>
  EXAMPLES.filter((example) => {
    const answer = JSON.parse(reply(underPromptMessages({ task, text: prompt, example })));
    return answer.final_answer === example.expected;
  }).length;

const codeCount = (text: string) => new Set(codesIn(text)).size;
const SEEDS = Array.from({ length: 600 }, (_, seed) => seed);
const meanOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0) / counts.length;

describe("TextGrad's prompts and the practice model understand each other", () => {
  const gradients = EXAMPLES.map(gradientOf);

  it('one gradient at a time teaches every learnable question, and the prompt keeps its lines', () => {
    let prompt = PROMPT;
    for (const gradient of gradients) {
      const next = promptIn(
        reply(optimiserMessages({ ...step, prompt, gradients: [gradient] })),
        'improved_prompt',
      );
      expect(next.startsWith(prompt)).toBe(true);
      prompt = next;
    }
    expect(codeCount(prompt)).toBe(50);
    expect(rightUnder(prompt)).toBeGreaterThan(rightUnder(PROMPT));
  });

  it('keeps about rho(m) of its gradients, those of earlier steps counted', () => {
    const kept = (earlier: readonly string[]) =>
      meanOf(
        SEEDS.map((seed) =>
          codeCount(reply(optimiserMessages({ ...step, gradients: gradients.slice(0, 10), earlier }), seed)),
        ),
      );
    // 10 rho(10) = 5.6; with ten other gradients before them 20 rho(20) = 7.25.
    expect(kept([])).toBeCloseTo(5.6, 0);
    expect(kept(gradients.slice(10, 20).map(({ text }) => text))).toBeCloseTo(7.25, 0);
  });

  it('combines what each proposal adds, by the same curve', () => {
    const lesson = (index: number) => /Change: (.*)/.exec(gradients[index]?.text ?? '')?.[1] ?? '';
    const proposals = Array.from({ length: 9 }, (_, group) =>
      [PROMPT, `- ${lesson(2 * group)}`, `- ${lesson(2 * group + 1)}`].join('\n'),
    );
    const texts = SEEDS.map((seed) =>
      promptIn(reply(combiningMessages({ ...step, proposals }), seed), 'improved_prompt'),
    );
    expect(texts.every((text) => text.startsWith(PROMPT) && text.split(PROMPT).length === 2)).toBe(true);
    // 18 rho(9) = 10.6
    expect(Math.abs(meanOf(texts.map(codeCount)) - 10.6)).toBeLessThan(0.8);
  });
});

describe("MIPROv2's prompts and the practice model understand each other", () => {
  const texts = EXAMPLES.map((example) => demonstrationText(labelled(example)));
  const writing = { task, original: PROMPT, tip: 'none' as const };

  it('names what examples teach, passes it on in the summary, and writes it into the instruction', () => {
    const observations = [0, 10, 20, 30, 40].map((from) =>
      reply(observerMessages({ task, examples: texts.slice(from, from + 10) })),
    );
    const seen = codeCount(observations.join('\n'));
    expect(seen).toBeGreaterThan(15);
    const summary = reply(summariserMessages({ task, observations }));
    expect(codeCount(summary)).toBeGreaterThan(5);
    expect(codeCount(summary)).toBeLessThanOrEqual(seen);
    const instruction = promptIn(
      reply(instructionMessages({ ...writing, summary, demonstrations: texts.slice(0, 2) })),
      'proposed_instruction',
    );
    expect(instruction.startsWith(PROMPT)).toBe(true);
    const shown = new Set([...codesIn(summary), ...texts.slice(0, 2).flatMap(codesOfQuestion)]);
    expect(codesIn(instruction).every((code) => shown.has(code))).toBe(true);
    expect(rightUnder(instruction)).toBeGreaterThanOrEqual(rightUnder(PROMPT));
  });

  it('knows nothing that it is not shown', () => {
    const bare = reply(instructionMessages({ ...writing, summary: null, demonstrations: [] }));
    expect(promptIn(bare, 'proposed_instruction')).toBe(PROMPT);
    const unknown = reply(observerMessages({ task, examples: ['Question: Who?\nAnswer: Me'] }));
    expect(codeCount(unknown)).toBe(0);
  });

  it('is taught nothing by demonstrations in a prompt', () => {
    const shown = candidateOf(componentsOf(PROMPT), EXAMPLES.slice(0, 8).map(labelled));
    expect(rightUnder(shown.text)).toBe(rightUnder(PROMPT));
  });

  function codesOfQuestion(text: string): string[] {
    return codesIn(reply(instructionMessages({ ...writing, summary: null, demonstrations: [text] })));
  }
});
