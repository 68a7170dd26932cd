import type { Score } from '@/lib/domain/score';

/**
 * Comments of an evaluator next to its verdict, as lines for a reflection's prompt; none where it said nothing, so that
 * prompts of plain scores stay what they were. `withheld` is an expected answer that the prompt must not show.
 */
export function evaluatorWords(score: Score, withheld: string | null): readonly string[] {
  const { value, objectives, sideInformation } = score;
  if (objectives === undefined && sideInformation === undefined) return [];
  const named = Object.entries(objectives ?? {}).map(
    ([name, number]) => `, ${withholding(name, withheld)} ${number}`,
  );
  const scores = `Scores from 0 to 1: score ${value}${named.join('')}.`;
  if (sideInformation === undefined) return [scores];
  return [scores, `The evaluator says: ${withholding(sideInformation, withheld)}`];
}

/** The text without the expected answer, which an evaluator sees and may well quote, verbatim or in JSON. */
export function withholding(text: string, withheld: string | null): string {
  const words = withheld?.trim() ?? '';
  if (words === '') return text;
  const inJson = JSON.stringify(words).slice(1, -1);
  return [words, inJson].reduce(
    (left, form) => left.replaceAll(new RegExp(literal(form), 'giu'), '(withheld)'),
    text,
  );
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
