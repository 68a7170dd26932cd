import type { SplitName } from '@/lib/domain/split';
import { seededRng } from '@/lib/random/seeded-rng';
import { formulaExamples, type PracticeExample } from '@/prisma/practice-sets/formula-practice';
import { type Difficulty, difficultyOf } from '@/server/practice-model/outcome';
import { PRACTICE_PROFILES } from '@/server/practice-model/profiles';
import { ONE_INSIGHT_SET_NAME } from '@/server/services/workspace/continue-kinds';

/**
 * Five small sets on which runs of the practice model fail in five ways. Its answers depend on an example's
 * id and topic alone, so each set chooses ids and topics; the findings of a run are not prescribed.
 */
export interface KindSet {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly (PracticeExample & { readonly id: string })[];
  readonly sizes: Readonly<Partial<Record<SplitName, number>>>;
}

/** The number of held-out examples of each difficulty, per topic. */
type Mix = Readonly<Record<Difficulty, number>>;

interface Recipe {
  readonly name: string;
  readonly description: string;
  /** Prefix of the ids. */
  readonly prefix: string;
  /** First formula in the book, and how many from there. */
  readonly from: number;
  readonly topics: number;
  readonly trainATopic: number;
  readonly heldOut: Mix;
}

/** More words than decide how the practice model words an insight, so that all of them teach one line. */
const TILL_WORDS =
  'At the end of the shift the lead of the shop in Lowick reads one line of the till sheet out loud:';

/** Eight topics, each seen once: every training example still adds something when the run ends. */
export const STILL_RISING_SET = formulaSet({
  name: 'Formula, eight topics seen once',
  description:
    'Eight formulas with one training example each, so that a serial run is over before it is flat.',
  prefix: 'rising',
  from: 0,
  topics: 8,
  trainATopic: 1,
  heldOut: { easy: 3, learnable: 4, hard: 1 },
});

/** Nothing learnable: no insight helps with the questions that the practice model gets wrong. */
export const NOTHING_TO_LEARN_SET = formulaSet({
  name: 'Formula, too hard or too easy',
  description: 'Held-out questions that are answered right anyway or never, so that no prompt can help.',
  prefix: 'stuck',
  from: 8,
  topics: 4,
  trainATopic: 3,
  heldOut: { easy: 6, learnable: 0, hard: 4 },
});

/** A good curve on held-out examples that were tuned on. */
export const TUNED_ON_SET = formulaSet({
  name: 'Formula, held-out tuned on',
  description: 'A curve that looks good, on held-out examples that an earlier prompt was tuned on.',
  prefix: 'tuned',
  from: 12,
  topics: 4,
  trainATopic: 3,
  heldOut: { easy: 5, learnable: 6, hard: 1 },
});

/** Forty held-out examples, of which two or three can be learned: a real gain that this few cannot show. */
export const SMALL_GAIN_SET = formulaSet({
  name: 'Formula, forty held-out examples',
  description: 'A little can be learned, and forty held-out examples are too few to tell it from nothing.',
  prefix: 'few',
  from: 16,
  topics: 2,
  trainATopic: 6,
  heldOut: { easy: 14, learnable: 1, hard: 5 },
});

/** One topic and one wording with other figures: every example teaches the same line. */
export const ONE_INSIGHT_SET: KindSet = {
  name: ONE_INSIGHT_SET_NAME,
  description: 'Questions that differ in two figures only, so that all of them teach the same insight.',
  ...tillSheets({ train: 24, heldOut: { easy: 20, learnable: 15, hard: 5 } }),
};

function formulaSet({ prefix, from, topics, trainATopic, heldOut, ...words }: Recipe): KindSet {
  const places = Array.from({ length: topics }, (_, index) => from + index);
  const train = places.flatMap((place) => Array.from({ length: trainATopic }, () => place));
  const mix = spelledOut(heldOut);
  const measured = places.flatMap((place) => mix.map(() => place));
  const texts = formulaExamples(`formula kind ${prefix}`, [...train, ...measured]);
  const idOf = idsOf(prefix);
  return {
    ...words,
    examples: texts.map((text, index) => ({
      ...text,
      id: idOf(index < train.length ? 'learnable' : (mix[(index - train.length) % mix.length] ?? 'easy')),
    })),
    sizes: { train: train.length, heldOut: measured.length },
  };
}

function tillSheets({ train, heldOut }: { readonly train: number; readonly heldOut: Mix }) {
  const rng = seededRng('till sheets 1');
  const idOf = idsOf('till');
  const difficulties: Difficulty[] = [
    ...Array.from({ length: train }, () => 'learnable' as const),
    ...spelledOut(heldOut),
  ];
  const used = new Set<string>();
  const examples = difficulties.map((difficulty) => {
    let figures = '';
    let expected = '';
    do {
      const price = rng.nextInt(200, 900);
      const cost = rng.nextInt(20, 190);
      figures = `price $${price}, cost $${cost}`;
      expected = `${price - cost}.00`;
    } while (used.has(figures));
    used.add(figures);
    return {
      id: idOf(difficulty),
      question: `${TILL_WORDS} ${figures}. What is left of one sale, in dollars with 2 decimals?`,
      context: '',
      expected,
      groupKey: 'Left Of One Sale',
    };
  });
  return { examples, sizes: { train, heldOut: difficulties.length - train } };
}

function spelledOut(mix: Mix): Difficulty[] {
  return (['easy', 'learnable', 'hard'] as const).flatMap((difficulty) =>
    Array.from({ length: mix[difficulty] }, () => difficulty),
  );
}

/** Ids in rising order for which the practice model behaves as wanted. */
function idsOf(prefix: string): (wanted: Difficulty) => string {
  let next = 0;
  return (wanted) => {
    for (;;) {
      next += 1;
      const id = `${prefix}-${String(next).padStart(4, '0')}`;
      if (difficultyOf(id, PRACTICE_PROFILES.formula) === wanted) return id;
    }
  };
}
