/** One line of a playbook, taken apart: `[id] helpful=H harmful=R :: content`. */
export interface Bullet {
  readonly id: string;
  /** How often a reflection said that it helped / that it misled. */
  readonly helpful: number;
  readonly harmful: number;
  readonly content: string;
}

/** Spaces between the parts are optional, the order is not; content ends with its line. */
const BULLET = /^\[([^\]]+)\]\s*helpful=(\d+)\s*harmful=(\d+)\s*::\s*([^\n]*)/;

/** The bullet on this line, or null where there is none: a header, free text, an empty line. */
export function parseBulletLine(line: string): Bullet | null {
  const match = BULLET.exec(line.trim());
  if (match === null) return null;
  const [, id = '', helpful, harmful, content = ''] = match;
  return { id, helpful: Number(helpful), harmful: Number(harmful), content };
}

/** All bullets of a playbook, in order. */
export function parseBullets(playbook: string): Bullet[] {
  return playbook.split('\n').flatMap((line) => parseBulletLine(line) ?? []);
}
