import { contentHash } from '@/lib/domain/content-hash';
import { insightSentence } from '@/server/practice-model/insight-words';
import { PRACTICE_PROFILES } from '@/server/practice-model/profiles';

/** Texts of a made-up run: lessons, playbooks and replies of the shapes that pages read. */
export interface MadeUpExample {
  readonly id: string;
  readonly question: string;
  readonly expected: string;
  readonly groupKey: string | null;
}

const SECTION = 'formulas_and_calculations';

export function lessonOf({ question, groupKey }: MadeUpExample): string {
  return insightSentence({
    subject: groupKey ?? 'any question',
    question,
    profile: PRACTICE_PROFILES.formula,
  });
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
