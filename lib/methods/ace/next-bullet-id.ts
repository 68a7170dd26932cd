import { parseBullets } from './parse-bullet-line';

/**
 * The next number of the counter that all sections share: one more than the highest in use, 1 in an empty playbook.
 * Read from the text, so that a candidate is its text and nothing else. Where bullets were removed, the highest number
 * in use may be lower than the counter was; the text then keeps the counter on a line of its own (`keepCounter`).
 */
export function nextBulletId(playbook: string): number {
  const highest = parseBullets(playbook).reduce((max, { id }) => {
    // Longer numbers are not of this counter, and counting on from one would lose the last digits.
    const number = /-(\d{1,15})$/.exec(id)?.[1];
    return number === undefined ? max : Math.max(max, Number(number));
  }, 0);
  const kept = Number(COUNTER.exec(playbook)?.[1] ?? 0);
  return Math.max(highest + 1, kept);
}

/** `calc-00012`: the section's slug and the number, five digits or more. */
export function bulletId(slug: string, number: number): string {
  return `${slug}-${String(number).padStart(5, '0')}`;
}

/** A comment line, so that it is never read as a bullet; its digits are those of a bullet's number. */
const COUNTER = /^<!-- next id (\d{1,15}) -->$/m;

/** The text with the counter in its first line where it could not be counted again from the bullets, else without. */
export function keepCounter(playbook: string, nextId: number): string {
  const bare = withoutCounter(playbook);
  return nextBulletId(bare) >= nextId ? bare : `<!-- next id ${nextId} -->\n${bare}`;
}

export function withoutCounter(playbook: string): string {
  return playbook.replace(COUNTER, '').replace(/^\n/, '');
}
