/**
 * How plans and reports spell numbers, and the four kinds of statement. A measured score always brings its interval, or
 * the words "no interval", and its n; what was not measured says exactly that.
 */

import type { Measurement } from '@/lib/domain/score';
import { countWords } from '@/lib/domain/scored-count';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import type { Basis, Statement } from './sections';

export const NOT_MEASURED = 'not measured';
/** Beside every number that a practice model had a part in (architecture 6). */
export const PRACTICE = 'practice model';

export const pinned = (says: string, more: Pick<Statement, 'blocks'> = {}): Statement => ({
  says,
  basis: 'pinned',
  ...more,
});
export const stated = (says: string): Statement => ({ says, basis: 'stated' });
export const byRule = (says: string): Statement => ({ says, basis: 'rule' });
export const measured = (says: string, from: string, blocks?: Statement['blocks']): Statement =>
  withBlocks({ says, basis: 'measured', from }, blocks);
export const expected = (says: string, from: string, blocks?: Statement['blocks']): Statement =>
  withBlocks({ says, basis: 'expected', from }, blocks);

/** The words that stand where a number is missing, with the reason. */
export const notMeasured = (why: string): Statement => ({
  says: `${capital(NOT_MEASURED)}: ${why}`,
  basis: 'notMeasured',
});

const withBlocks = (statement: Statement, blocks: Statement['blocks']): Statement =>
  blocks === undefined || blocks.length === 0 ? statement : { ...statement, blocks };

/** How a basis is called beside its line. */
export function basisWords({ basis, from }: Pick<Statement, 'basis' | 'from'>, practice: boolean): string {
  const origin = from === undefined ? '' : ` (${from})`;
  const isNumber = basis === 'measured' || basis === 'expected';
  const lacksLabel = isNumber && practice && !origin.includes(PRACTICE);
  return `${BASIS_WORDS[basis]}${lacksLabel ? `, ${PRACTICE}` : ''}${origin}`;
}

const BASIS_WORDS: Readonly<Record<Basis, string>> = {
  pinned: 'configuration',
  stated: 'stated',
  rule: 'fixed rule',
  expected: 'expected',
  measured: 'measured',
  notMeasured: NOT_MEASURED,
};

export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
export const points = (share: number) => `${(share * 100).toFixed(1)} points`;
export const count = (value: number) => Math.round(value).toLocaleString('en-US');
export const plural = (value: number, one: string) => `${count(value)} ${one}${value === 1 ? '' : 's'}`;
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
export const shortHash = (hash: string) => hash.slice(0, 10);

/** Two digits that say something, for cents as for thousands; a model without a price says so. */
export function dollars(usd: number | null): string {
  if (usd === null) return 'unknown dollars';
  return usd === 0 ? '$0.00' : `$${usd >= 1 ? usd.toFixed(2) : usd.toPrecision(2)}`;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export function duration(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  if (ms < HOUR_MS) return `${(ms / MINUTE_MS).toFixed(1)} min`;
  return `${(ms / HOUR_MS).toFixed(1)} h`;
}

export function scoreWords(score: Measurement): string {
  return `${percent(score.mean)} (${intervalWords(score.lower, score.upper)}, ${countWords(score)})`;
}

export function gainWords(gain: PairedDifference): string {
  const sign = gain.mean >= 0 ? '+' : '';
  return `${sign}${points(gain.mean)} (${intervalWords(gain.lower, gain.upper)}, paired, ${countWords(gain)})`;
}

function intervalWords(lower: number | null, upper: number | null): string {
  if (lower === null || upper === null) return 'no interval';
  return `95 % ${(lower * 100).toFixed(1)} to ${(upper * 100).toFixed(1)}`;
}
