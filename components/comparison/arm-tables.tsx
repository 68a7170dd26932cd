'use client';

import { MeasuredValue } from '@/components/fact/measured-value';
import { PairDifferenceText } from '@/components/fact/pair-difference-text';
import { TruthCell } from '@/components/fact/truth-line';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, measuredData, type TableColumn, wordColumn } from '@/components/list/table-column';
import { useTruthsOf } from '@/components/queries/use-truths';
import { Link } from '@/components/ui/link';
import type { ArmComparison } from '@/lib/contracts/comparisons';
import type { TruthView } from '@/lib/contracts/truths';
import { countWords, missingWords } from '@/lib/domain/scored-count';
import { figure, word } from '@/lib/view/list-rows';
import {
  formatDuration,
  formatInterval,
  formatPoints,
  formatScore,
  formatSpan,
  plural,
} from '@/lib/view/numbers';

type ArmRow = ArmComparison['rows'][number];
type Published = ArmComparison['published'][number];

/** On a phone the gain comes first; the two scores that it lies between are in the chart above. */
const RESULTS: readonly TableColumn<ArmRow>[] = [
  figureColumn({
    label: 'Original prompt',
    file: 'original prompt, share',
    hiddenBelow: 'sm',
    of: ({ originalMean }) => originalMean,
    show: formatScore,
  }),
  {
    label: 'Last prompt',
    className: 'numbers whitespace-nowrap',
    hiddenBelow: 'sm',
    data: [
      ...measuredData<ArmRow>('last prompt', ({ final }) => final),
      word('not valid because', ({ doubt }) => doubt?.sentence ?? null),
    ],
    cell: ({ final, doubt }) =>
      doubt === null ? (
        <>
          {formatScore(final.mean)}
          <span className="block text-ink-faint text-xs">
            {formatInterval(final)}
            {missingWords(final.missing)}
          </span>
        </>
      ) : (
        <MeasuredValue measurement={final} doubt={doubt} />
      ),
  },
  {
    label: 'Gain of the last prompt, by seed',
    data: [
      ...measuredData<ArmRow>('gain', ({ armGain }) => armGain),
      word('gain of each seed, share', ({ gains }) => gains.map(({ mean }) => mean).join('; ')),
      word('lower of each seed', ({ gains }) => gains.map(({ lower }) => lower).join('; ')),
      word('upper of each seed', ({ gains }) => gains.map(({ upper }) => upper).join('; ')),
      word('n of each seed', ({ gains }) => gains.map(({ n }) => n).join('; ')),
      word('runs', ({ runIds }) => runIds.join('; ')),
    ],
    cell: (row) =>
      row.doubt === null ? <Gains row={row} /> : <span className="text-ink-faint">no gain</span>,
  },
  {
    label: 'Against the first arm',
    className: 'numbers min-w-44',
    data: [
      ...measuredData<ArmRow>('against the first arm', ({ difference }) => difference),
      word('verdict', ({ difference }) => difference?.verdict ?? null),
    ],
    cell: ({ difference }) =>
      difference === null ? (
        <span className="text-ink-faint">–</span>
      ) : (
        <PairDifferenceText difference={difference} />
      ),
  },
];

const SHARE: TableColumn<ArmRow> = {
  label: 'Share kept',
  numeric: true,
  data: [figure('share kept', ({ kept }) => kept)],
  cell: ({ batchSize, kept }) =>
    batchSize === 1 ? <span className="text-ink-faint">reference</span> : formatScore(kept),
};

const PRICES: readonly TableColumn<ArmRow>[] = [
  figureColumn({ label: 'Bullets', of: ({ bullets }) => bullets }),
  figureColumn({
    label: 'Learning time',
    file: 'learning time, ms',
    hint: 'Without evaluation',
    of: ({ learningMs }) => learningMs,
    show: formatDuration,
  }),
  wordColumn({
    label: 'Price of a point',
    hint: 'All that the run cost at list price, evaluation included, for each point of its gain',
    className: 'min-w-48 text-ink-soft',
    of: ({ pointPrice, doubt }) => (doubt === null ? pointPrice.sentence : doubt.sentence),
  }),
];

/** Sentences of a gain speak of a run's best prompt: beside the gain of its last one they would seem to deny it. */
const OF_BEST: readonly TruthView['kind'][] = [
  'worse',
  'notDistinguishable',
  'belowSerial',
  'serialUndecided',
  'gain',
];
const beside = (truth: TruthView | undefined) =>
  truth === undefined || OF_BEST.includes(truth.kind) ? undefined : truth;

/** An arm a row, a seed a line; each gain leads to its run. */
export function ArmTable({ comparison, origin }: { comparison: ArmComparison; origin: string }) {
  const { truths } = useTruthsOf(
    'run',
    comparison.rows.flatMap(({ runIds }) => runIds),
  );
  const name: TableColumn<ArmRow> = {
    label: 'Arm',
    className: 'min-w-36',
    data: [word('arm', (row) => row.name), figure('batch size', (row) => row.batchSize)],
    cell: (row) => (
      <>
        <span className="font-medium">{row.name}</span>
        {row.runIds.map((runId) => (
          <TruthCell key={runId} truth={beside(truths.get(runId))} short />
        ))}
      </>
    ),
  };
  const hasShares = comparison.rows.some((row) => row.kept !== null);
  return (
    <TableCard
      title="Gain and price by arm"
      description={`${origin}; intervals of several seeds include examples and seeds; verdicts hold over all pairs of arms; a share kept has no interval`}
      caption="Arms with their held-out gain"
      columns={[name, ...RESULTS, ...(hasShares ? [SHARE] : []), ...PRICES]}
      rows={comparison.rows}
      keyOf={(row) => row.name}
    />
  );
}

function Gains({ row }: { row: ArmRow }) {
  return (
    <ul className="numbers space-y-0.5">
      {row.gains.length > 1 ? (
        <li className="whitespace-nowrap font-medium">
          {formatPoints(row.armGain.mean)}{' '}
          <span className="font-normal text-ink-faint">
            ({formatSpan(row.armGain)}, {plural(row.gains.length, 'seed')}
            {missingWords(row.armGain.missing)})
          </span>
        </li>
      ) : null}
      {row.gains.map((gain, seed) => (
        <li key={row.runIds[seed]} className="whitespace-nowrap">
          <Link
            href={`/runs/${row.runIds[seed]}`}
            className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
          >
            {formatPoints(gain.mean)}
          </Link>{' '}
          <span className="text-ink-faint">
            ({formatSpan(gain)}, {countWords(gain)})
          </span>
        </li>
      ))}
    </ul>
  );
}

const PUBLISHED: readonly TableColumn<Published>[] = [
  wordColumn({ label: 'Method', of: ({ method }) => method }),
  wordColumn({ label: 'Arm', className: 'whitespace-nowrap', of: ({ arm }) => arm }),
  figureColumn({ label: 'Batch size', of: ({ batchSize }) => batchSize }),
  figureColumn({
    label: 'Accuracy',
    file: 'accuracy, share',
    of: ({ accuracy }) => accuracy,
    show: formatScore,
  }),
  figureColumn({
    label: 'Training time',
    file: 'training time, s',
    of: ({ trainSeconds }) => trainSeconds,
    show: (seconds) => formatDuration(seconds * 1000),
  }),
  wordColumn({ label: 'Source', className: 'whitespace-nowrap', of: ({ source }) => source }),
];

export function PublishedTable({ published }: Pick<ArmComparison, 'published'>) {
  return (
    <TableCard
      title="Published results"
      description="Other hardware and other models, no intervals given: for orientation, never for a comparison."
      caption="Published values"
      columns={PUBLISHED}
      rows={published}
      keyOf={(point) => Object.values(point).join(' ')}
      rowClassName={() => 'text-ink-soft'}
    />
  );
}
