import { parseBullets } from './parse-bullet-line';

/**
 * The next number of the counter that all sections share: one more than the highest in use, 1 in an empty playbook.
 * Read from the text, so that a candidate is its text and nothing else. Exact as long as bullets are only added; who
 * removes bullets has to carry the counter on instead (see `applyEdits`), or the highest number could come back.
 */
export function nextBulletId(playbook: string): number {
  const highest = parseBullets(playbook).reduce((max, { id }) => {
    // Longer numbers are not of this counter, and counting on from one would lose the last digits.
    const number = /-(\d{1,15})$/.exec(id)?.[1];
    return number === undefined ? max : Math.max(max, Number(number));
  }, 0);
  return highest + 1;
}

/** `calc-00012`: the section's slug and the number, five digits or more. */
export function bulletId(slug: string, number: number): string {
  return `${slug}-${String(number).padStart(5, '0')}`;
}
