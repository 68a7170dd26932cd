import type { ParetoPointView, ParetoView } from '@/lib/contracts/pareto';
import { methodWords } from '@/lib/domain/method-words';
import { READING_WORDS } from '@/lib/domain/practice-settings';
import { formatPoints, formatScore, formatSpan } from './numbers';

/** Words of a Pareto front and names of its points. */
export const SERIAL_NAME = 'sequential';

/** Names by key. Where two points would bear one name, as seeds of one label do, their runs tell them apart. */
export function paretoNames(points: readonly ParetoPointView[]): ReadonlyMap<string, string> {
  const plain = points.map((point) => ({ point, name: `${plainName(point)}${readingWords(point)}` }));
  const counts = new Map<string, number>();
  for (const { name } of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    plain.map(({ point, name }) => {
      const isShared = (counts.get(name) ?? 0) > 1;
      return [point.key, isShared ? `${name} · ${point.runIds[0]?.slice(-6) ?? ''}` : name];
    }),
  );
}

/** A practice figure is never said without what level 2 counted. */
const readingWords = ({ levelTwo }: ParetoPointView) =>
  levelTwo === null ? '' : `, practice model: ${READING_WORDS[levelTwo]}`;

function plainName({ key, method, arm, batchSize, label, runIds }: ParetoPointView): string {
  // A point of one run has the name of the run; a point of several runs has that of their arm.
  if (runIds.length === 1 && key === runIds[0]) return label;
  if (key.startsWith('size ')) return batchSize === null ? 'No batch size' : `Batch size ${batchSize}`;
  return arm === null ? methodWords(method) : `${methodWords(method)}, ${arm}`;
}

/** A place on the front, and whether it is shown. */
export function standingWords(
  { onFront, dominatedBy, undecidedAgainst }: NonNullable<ParetoPointView['byDelay']>,
  names: ReadonlyMap<string, string>,
): string {
  if (dominatedBy !== null) return `dominated by ${names.get(dominatedBy) ?? dominatedBy}`;
  if (undecidedAgainst === null) return 'on the front';
  const other = names.get(undecidedAgainst) ?? undecidedAgainst;
  return onFront ? `on the front; lead over ${other} undecided` : `behind ${other}, undecided`;
}

/** The front in one sentence: which points cost less than the reference, and whether their scores differ. */
export function paretoSentence(
  { points, reference }: Pick<ParetoView, 'points' | 'reference'>,
  axis: 'delay' | 'cost',
): string {
  const priced = points.flatMap((point) => {
    const price = axis === 'delay' ? point.delayMs : point.costUsd;
    const standing = axis === 'delay' ? point.byDelay : point.byCost;
    return price === null || standing === null ? [] : [{ point, price: price.mean, ...standing }];
  });
  const [only] = priced;
  if (only === undefined) {
    return axis === 'delay'
      ? 'No ended run has both a held-out score and this time yet.'
      : 'No ended run has both a held-out score and a price; enter the prices of the models in the settings.';
  }
  const names = paretoNames(points);
  const quoted = ({ key }: ParetoPointView) => `“${names.get(key) ?? key}”`;
  if (priced.length === 1) return `Only ${quoted(only.point)} is here: there is nothing to compare it with.`;
  const counted = countedWords(priced);
  const against = priced.find(({ point }) => point.key === reference);
  if (against === undefined) return counted;
  const rivals = priced.filter(({ price, onFront }) => onFront && price < against.price);
  const rival = rivals.filter(({ point }) => point.difference?.verdict !== 'worse').at(0);
  const resource = axis === 'delay' ? 'time' : 'money';
  if (rival === undefined)
    return `Every point that takes less ${resource} than ${quoted(against.point)} scores lower. ${counted}`;
  const scores = `${formatScore(rival.point.quality.mean)} against ${formatScore(against.point.quality.mean)}`;
  const share = `${shareWords(rival.price / against.price)} of the ${resource}`;
  return `${quoted(rival.point)} takes ${share} of ${quoted(against.point)} (${scores}): ${decidedWords(rival.point.difference)}. ${counted}`;
}

function countedWords(priced: readonly NonNullable<ParetoPointView['byDelay']>[]): string {
  const front = priced.filter(({ onFront }) => onFront).length;
  const undecided = priced.filter(({ undecidedAgainst }) => undecidedAgainst !== null).length;
  const counted = `${front} of ${priced.length} points ${front === 1 ? 'is' : 'are'} on the front`;
  return undecided === 0 ? `${counted}.` : `${counted}; the places of ${undecided} are undecided.`;
}

function decidedWords(difference: ParetoPointView['difference']): string {
  if (difference === null || difference.lower === null) return 'without an interval, difference undecided';
  const span = `${formatPoints(difference.mean)}, ${formatSpan(difference)}`;
  return difference.verdict === 'undecided'
    ? `difference undecided (${span})`
    : `it is ${difference.verdict} (${span})`;
}

const SHARES: readonly (readonly [number, string])[] = [
  [1 / 2, 'half'],
  [1 / 3, 'a third'],
  [1 / 4, 'a quarter'],
  [1 / 5, 'a fifth'],
  [1 / 10, 'a tenth'],
  [1 / 20, 'a twentieth'],
];
/** How near a share must be to be called by its word. */
const WORD_NEAR = 0.06;

export function shareWords(share: number): string {
  const word = SHARES.find(([known]) => Math.abs(share / known - 1) <= WORD_NEAR)?.[1];
  if (word !== undefined) return word;
  return share < 0.01 ? 'less than 1 %' : `${Math.round(share * 100)} %`;
}
