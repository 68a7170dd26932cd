import type { BulletHistory, BulletStep } from '@/lib/contracts/provenance';
import { describeHardware, type NumberOrigin } from './number-origin';
import { plural } from './numbers';
import { columnsNote, iterationName, newestColumns, type SeriesChart, ticksFromZero } from './series-chart';

/** The life of a bullet in words, and its counters as a chart draws them. */

const KIND_WORDS: Readonly<Record<BulletStep['kind'], string>> = {
  added: 'Added',
  edited: 'Edited',
  removed: 'Removed',
  counted: 'Counted',
};

const OPERATION_WORDS: Readonly<Record<BulletStep['operation'], string>> = {
  seed: 'it stood in the prompt that the run began with',
  add: 'by an addition of the combined update',
  update: 'by a change of the combined update',
  merge: 'by a merge of the combined update',
  remove: 'by a removal of the combined update',
  dedupe: 'when near-copies were united',
  tags: 'by what reflections called helpful or harmful',
  hand: 'by hand',
  unknown: 'by an operation that the ledger does not name',
};

export interface StepWords {
  readonly title: string;
  readonly why: string;
  readonly counts: string;
  readonly tone: 'good' | 'bad' | 'honey' | 'neutral';
}

const TONES = { added: 'good', removed: 'bad', edited: 'honey', counted: 'neutral' } as const;

export function describeStep({
  kind,
  operation,
  byHand,
  iteration,
  helpful,
  harmful,
}: BulletStep): StepWords {
  const where = iteration < 0 ? 'before the first iteration' : `in iteration ${iteration + 1}`;
  const why = byHand === null ? OPERATION_WORDS[operation] : `by hand, ${byHand}`;
  return {
    title: KIND_WORDS[kind],
    why: `${where}, ${why}`,
    counts: `helpful ${helpful}, harmful ${harmful}`,
    tone: TONES[kind],
  };
}

/** One column a version that holds it, the newest where there are very many. */
export function prepareCounters({ counters, bulletId }: BulletHistory, origin: NumberOrigin): SeriesChart {
  const rows = newestColumns(counters).map(({ iteration, helpful, harmful }) => ({
    x: iterationName(iteration),
    values: { helpful, harmful },
  }));
  const last = counters.at(-1);
  return {
    question: 'Effect of this bullet',
    origin: `times that reflections called ${bulletId} helpful or harmful, counts, no interval · ${describeHardware(origin)}${columnsNote(counters.length, 'versions')}`,
    summary:
      last === undefined
        ? 'No version holds it.'
        : `Helpful ${plural(last.helpful, 'time')}, harmful ${plural(last.harmful, 'time')}, in ${plural(counters.length, 'version')} that ${counters.length === 1 ? 'holds' : 'hold'} it.`,
    xLabel: 'iteration',
    yLabel: 'times',
    series: [
      { key: 'helpful', name: 'helpful', colour: 1 },
      { key: 'harmful', name: 'harmful', colour: 4 },
    ],
    rows,
    yTicks: ticksFromZero(rows, false),
  };
}
