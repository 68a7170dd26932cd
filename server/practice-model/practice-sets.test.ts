import { describe, expect, it } from 'vitest';
import { hashedNgramVector } from '@/lib/stats/hashed-ngram-embedder';
import { FINER_PRACTICE_SIZES, generateFinerPractice } from '@/prisma/practice-sets/finer-practice';
import { FORMULA_BOOK } from '@/prisma/practice-sets/formula-book';
import { FORMULA_PRACTICE_SIZES, generateFormulaPractice } from '@/prisma/practice-sets/formula-practice';
import { insightSentence } from './insight-words';
import { subjectOf, topicOf } from './outcome';
import { PRACTICE_PROFILES } from './profiles';

describe('the bundled Formula set', () => {
  const examples = generateFormulaPractice();

  it('has 1,100 different questions, 22 of each of 50 formulas, and is the same every time', () => {
    expect(examples).toHaveLength(1100);
    expect(FORMULA_PRACTICE_SIZES).toEqual({ train: 250, selection: 100, heldOut: 600, confirmation: 150 });
    expect(new Set(examples.map(({ question }) => question)).size).toBe(1100);
    expect(new Set(FORMULA_BOOK.map(({ name }) => name)).size).toBe(50);
    for (const { name } of FORMULA_BOOK) {
      expect(examples.filter(({ groupKey }) => groupKey === name)).toHaveLength(22);
    }
    expect(generateFormulaPractice()).toEqual(examples);
  });

  it('expects what the formula gives for the numbers that the question names', () => {
    for (const { question, expected, groupKey } of examples) {
      const formula = FORMULA_BOOK.find(({ name }) => name === groupKey);
      const values = Array.from(question.matchAll(/: \$?([\d,]+(?:\.\d+)?)/g), (match) =>
        Number((match[1] ?? '').replaceAll(',', '')),
      );
      expect(values, question).toHaveLength(formula?.inputs.length ?? -1);
      const exact = formula?.compute(...values) ?? Number.NaN;
      expect(Math.abs(exact - Number(expected)), question).toBeLessThan(0.005001);
      expect(expected).toMatch(/^(?!-0\.00)-?\d+\.\d\d$/);
    }
  });
});

describe('the bundled FiNER set', () => {
  const examples = generateFinerPractice();

  it('has 700 different records of four figures, each with a tag of the list', () => {
    expect(examples).toHaveLength(FINER_PRACTICE_SIZES.train + FINER_PRACTICE_SIZES.heldOut);
    expect(new Set(examples.map(({ question }) => question)).size).toBe(examples.length);
    const options = new Set(/choose from: (.*)\.\n/.exec(examples[0]?.question ?? '')?.[1]?.split(', '));
    expect(options.size).toBe(100);
    for (const { expected } of examples) {
      expect(expected.split(',')).toHaveLength(4);
      for (const tag of expected.split(',')) expect(options).toContain(tag);
    }
  });
});

describe('insights of the bundled sets', () => {
  it.each([
    ['formula', generateFormulaPractice()],
    ['finer', generateFinerPractice()],
  ] as const)('are hardly ever near-duplicates within their topic (%s)', (profileId, examples) => {
    const profile = PRACTICE_PROFILES[profileId];
    const vectorsByTopic = new Map<string, number[][]>();
    let nearDuplicates = 0;
    for (const [index, { question, groupKey }] of examples.entries()) {
      const exampleId = `example ${index}`;
      const topic = topicOf(exampleId, groupKey, profile);
      const sentence = insightSentence({ subject: subjectOf(topic, profile), question, profile });
      const vector = hashedNgramVector(sentence);
      const earlier = vectorsByTopic.get(topic) ?? [];
      if (earlier.some((other) => dot(other, vector) >= 0.9)) nearDuplicates += 1;
      vectorsByTopic.set(topic, [...earlier, vector]);
    }
    console.log(profileId, 'near-duplicates within a topic', nearDuplicates, 'of', examples.length);
    expect(nearDuplicates / examples.length).toBeLessThan(0.03);
  });
});

function dot(left: number[], right: number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}
