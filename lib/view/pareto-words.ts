import type { ParetoPointView } from '@/lib/contracts/pareto';
import { METHOD_WORDS } from './imported-run-words';
import { formatScore } from './numbers';

/** What a front says in words, and what its points are called. */
export const SERIAL_NAME = 'sequential';

/** Names by key. Where two points would bear one name, as seeds of one label do, their runs tell them apart. */
export function paretoNames(points: readonly ParetoPointView[]): ReadonlyMap<string, string> {
  const plain = points.map((point) => ({ point, name: plainName(point) }));
  const counts = new Map<string, number>();
  for (const { name } of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    plain.map(({ point, name }) => {
      const isShared = (counts.get(name) ?? 0) > 1;
      return [point.key, isShared ? `${name} · ${point.runIds[0]?.slice(-6) ?? ''}` : name];
    }),
  );
}

function plainName({ key, method, arm, batchSize, label, runIds }: ParetoPointView): string {
  // Of one run its own name stands for it; its arm is said where several are put together.
  if (runIds.length === 1 && key === runIds[0]) return label;
  if (key.startsWith('size ')) return batchSize === null ? 'No batch size' : `Batch size ${batchSize}`;
  return arm === null ? methodWord(method) : `${methodWord(method)}, ${arm}`;
}

/** Several methods at one batch size come with commas between them. */
export function methodWord(method: string): string {
  return Object.entries(METHOD_WORDS).find(([known]) => known === method)?.[1] ?? method;
}

export function standingWords(
  { onFront, dominatedBy }: NonNullable<ParetoPointView['byDelay']>,
  names: ReadonlyMap<string, string>,
): string {
  if (onFront || dominatedBy === null) return 'on the front';
  return `dominated by ${names.get(dominatedBy) ?? dominatedBy}`;
}

/** A point that is a point of percent behind passes for as good; intervals that overlap alone do not make it so. */
const NEAR = 0.01;

/** What the front says: what is as good for less, and whether that is decided. */
export function paretoSentence(points: readonly ParetoPointView[], axis: 'delay' | 'cost'): string {
  const priced = points.flatMap((point) => {
    const price = axis === 'delay' ? point.delayMs : point.costUsd;
    const standing = axis === 'delay' ? point.byDelay : point.byCost;
    return price === null || standing === null ? [] : [{ point, price: price.mean, ...standing }];
  });
  const names = paretoNames(points);
  const quoted = ({ key }: ParetoPointView) => `“${names.get(key) ?? key}”`;
  const best = [...priced].sort((a, b) => b.point.quality.mean - a.point.quality.mean || a.price - b.price);
  const reference = best.find(({ point }) => point.isSerial) ?? best[0];
  if (reference === undefined) {
    return axis === 'delay'
      ? 'No ended run has both a held-out score and this time yet.'
      : 'No ended run has both a held-out score and a price; enter the prices of the models in the settings.';
  }
  if (priced.length === 1)
    return `Only ${quoted(reference.point)} is here: there is nothing to compare it with.`;
  const front = priced.filter(({ onFront }) => onFront).sort((a, b) => a.price - b.price);
  const counted = `${front.length} of ${priced.length} points ${front.length === 1 ? 'is' : 'are'} on the front.`;
  const cheaper = front.find(
    ({ point, price }) =>
      price < reference.price && point.quality.mean >= reference.point.quality.mean - NEAR,
  );
  if (cheaper === undefined)
    return `Nothing is as good as ${quoted(reference.point)} for less ${axis === 'delay' ? 'time' : 'money'}. ${counted}`;
  const scores = `${formatScore(cheaper.point.quality.mean)} against ${formatScore(reference.point.quality.mean)}`;
  const share = `${shareWords(cheaper.price / reference.price)} of the ${axis === 'delay' ? 'time' : 'money'}`;
  return `${quoted(cheaper.point)} reaches the quality of ${quoted(reference.point)} (${scores}) in ${share}; ${decidedWords(cheaper.point.quality, reference.point.quality)}. ${counted}`;
}

type Quality = ParetoPointView['quality'];

/** Intervals that overlap do not prove that two are the same. */
function decidedWords(quality: Quality, reference: Quality): string {
  if (quality.lower === null || reference.upper === null)
    return 'without an interval, difference not decided';
  return quality.lower > reference.upper
    ? 'it is better, the intervals do not overlap'
    : 'the intervals overlap, difference not decided';
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
