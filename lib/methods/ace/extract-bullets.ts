import { formatBulletLine } from './format-bullet-line';
import { parseBullets } from './parse-bullet-line';

/** Which bullets an answer leaned on, as the reflector is shown them. */
export type CitedBullets =
  | { readonly found: 'some'; readonly text: string }
  /** The answer cited none. */
  | { readonly found: 'noneCited' }
  /** It cited ids that the playbook does not have. */
  | { readonly found: 'noneKnown' };

/** Only the cited bullets, in playbook order: the reflector judges these and is not to be led by the others. */
export function extractBullets(playbook: string, bulletIds: readonly string[]): CitedBullets {
  if (bulletIds.length === 0) return { found: 'noneCited' };
  const cited = new Set(bulletIds);
  const lines = parseBullets(playbook)
    .filter(({ id }) => cited.has(id))
    .map(formatBulletLine);
  return lines.length === 0 ? { found: 'noneKnown' } : { found: 'some', text: lines.join('\n') };
}
