import { contentHash } from '@/lib/domain/content-hash';
import type { Rng } from '@/lib/random/seeded-rng';

/** Texts of a made-up run: lessons, playbooks and replies of the shapes that pages read. */
export interface MadeUpExample {
  readonly id: string;
  readonly question: string;
  readonly expected: string;
  readonly groupKey: string | null;
}

const ADVICE = [
  'round only the last result',
  'convert every amount to the same unit first',
  'check which figure is the base and which is the change',
  'tell a stock at a date from a flow over a year',
  'settle the period that the figures belong to',
  'write the formula down before the figures go in',
] as const;
const SECTION = 'formulas_and_calculations';
const SHOWN_CHARACTERS = 70;

export function lessonOf({ groupKey, question }: MadeUpExample, rng: Rng): string {
  const code = rng.nextInt(0, 0xffffff).toString(16).padStart(6, '0').toUpperCase();
  const advice = ADVICE[rng.nextInt(0, ADVICE.length - 1)];
  return `[lesson ${code}] ${groupKey ?? 'Any question'}: ${advice}; as in "${question.slice(0, SHOWN_CHARACTERS)}"`;
}

export const editOf = (content: string) => ({ type: 'add' as const, section: SECTION, content });

/** A playbook that keeps the newest lessons. Numbers keep rising, as ids are never reused. */
export interface MadeUpBook {
  readonly hash: string;
  readonly text: string;
  readonly lessons: readonly string[];
  readonly numbered: number;
}

export function openBook(): MadeUpBook {
  return bookOf([], 0);
}

export function withLessons(book: MadeUpBook, lessons: readonly string[], kept: number): MadeUpBook {
  return bookOf([...book.lessons, ...lessons].slice(-kept), book.numbered + lessons.length);
}

function bookOf(lessons: readonly string[], numbered: number): MadeUpBook {
  const first = numbered - lessons.length + 1;
  const bullets = lessons.map(
    (lesson, index) => `[calc-${String(first + index).padStart(5, '0')}] helpful=0 harmful=0 :: ${lesson}`,
  );
  const text = ['## STRATEGIES & INSIGHTS', '', '## FORMULAS & CALCULATIONS', '', ...bullets]
    .join('\n')
    .trim();
  return { hash: contentHash(text), text, lessons, numbered };
}

/** The right answer, or one that is off by a tenth. */
export function answerOf(expected: string, isRight: boolean): string {
  const number = Number(expected);
  return isRight || Number.isNaN(number) ? (isRight ? expected : 'unknown') : (number * 1.1 + 0.1).toFixed(2);
}

export function reflectionOf(isRight: boolean, lesson: string): string {
  const said = isRight
    ? ['Error: No error found.', 'Cause: Nothing went wrong.']
    : [
        'Error: The final answer is not the expected one.',
        'Cause: The note for such a question was not used.',
      ];
  return [...said, `Key insight: ${lesson}`].join('\n');
}
