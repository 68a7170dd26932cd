import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followRun } from './follow-run';
import { ALONE, likenessOf, wordingOf } from './likeness';
import { SURVIVAL_THRESHOLDS } from './thresholds';
import { COMPARED_MAX, indexWords } from './word-index';

const texts = (length: number) =>
  fc.array(
    fc
      .array(fc.constantFrom('ratio', 'year', 'cash', 'tag', 'share', 'not', '3', 'EPS'), {
        minLength: 1,
        maxLength: 6,
      })
      .map((words) => words.join(' ')),
    { maxLength: length },
  );
const identity = { wordingOf: (one: ReturnType<typeof wordingOf>) => one };

describe('the index of words', () => {
  it('leaves out nothing that likeness would let in, in either direction, while its bound is not reached', () => {
    fc.assert(
      fc.property(texts(COMPARED_MAX), texts(10), (indexed, asked) => {
        const all = indexed.map(wordingOf);
        const insightsIndexed = indexWords(all, { ...identity, insights: 'indexed' });
        const linesIndexed = indexWords(all, { ...identity, insights: 'asked' });
        for (const one of asked.map(wordingOf)) {
          const near = insightsIndexed.near(one);
          const alike = all.filter((insight) => likenessOf(insight, one, ALONE) !== null);
          expect(alike.filter((insight) => !near.includes(insight))).toEqual([]);
          const lines = linesIndexed.near(one);
          const said = all.filter((line) => likenessOf(one, line, ALONE) !== null);
          expect(said.filter((line) => !lines.includes(line))).toEqual([]);
        }
      }),
    );
  });

  it('compares a line with so many at most, and with its own insight among them', () => {
    const insights = Array.from({ length: 500 }, (_, index) => wordingOf(`Check the amount of row ${index}`));
    const index = indexWords(insights, { ...identity, insights: 'indexed' });
    const near = index.near(wordingOf('Check well the amount of row 317'));
    expect(near).toHaveLength(COMPARED_MAX);
    expect(near).toContain(insights[317]);
  });
});

describe('following a crowd of insights that are all alike', () => {
  // Compared each with each, these took 23 s, and a worker that is silent for 10 s is taken for dead.
  it('finds each of them in a fraction of the time that a worker may be silent', () => {
    const said = (index: number, how: string) =>
      `${how} the amount of row ${index} before it is added to the total`;
    const lines = Array.from({ length: 3000 }, (_, index) => `- ${said(index, 'Look up')}`).join('\n');
    const insights = Array.from({ length: 1000 }, (_, index) => said(index, 'Verify'));
    const written = { edits: [], text: lines, cause: null };
    const followed = followRun(SURVIVAL_THRESHOLDS).follow({
      iteration: 0,
      size: insights.length,
      reflections: insights.map((insight, ordinal) => ({
        ordinal,
        insights: [insight],
        text: insight,
        isCarried: false,
      })),
      reduces: [
        {
          groups: [{ group: 0, members: insights.map((_, ordinal) => ordinal), written }],
          final: written,
          base: null,
          isAccepted: null,
        },
      ],
      before: '',
      after: lines,
    });
    expect(followed.inPrompt).toBe(insights.length);
  });
});
