import type { GepaRecord } from '@/lib/methods/gepa/render-records';
import { renderRecords } from './peer-records';

/** The two places of a published prompt template, filled in that order, so that a text may hold the second place. */
const PLACES = ['<curr_param>', '<side_info>'] as const;

/** @throws RangeError where the template lacks a place */
export function filledTemplate(template: string, current: string, records: readonly GepaRecord[]): string {
  const missing = PLACES.filter((place) => !template.includes(place));
  if (missing.length > 0) throw new RangeError(`the template lacks ${missing.join(' and ')}`);
  const [first, second] = PLACES;
  return template.replaceAll(first, () => current).replaceAll(second, () => renderRecords(records));
}
