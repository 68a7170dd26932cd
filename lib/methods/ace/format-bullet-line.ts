import type { Bullet } from './parse-bullet-line';

/** The inverse of `parseBulletLine`, with the spaces that a playbook is written with. */
export function formatBulletLine({ id, helpful, harmful, content }: Bullet): string {
  return `[${id}] helpful=${helpful} harmful=${harmful} :: ${content}`;
}
