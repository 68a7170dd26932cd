import { PairDifferenceText } from '@/components/fact/pair-difference-text';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, measuredData, type TableColumn, wordColumn } from '@/components/list/table-column';
import type { SweepView } from '@/lib/contracts/sweeps';
import { figure, word } from '@/lib/view/list-rows';
import { plural } from '@/lib/view/numbers';
import { sweepOrigin } from '@/lib/view/sweep-series';
import { ARM_WORDS, trainingWords } from '@/lib/view/sweep-words';

type Difference = SweepView['figure']['differences'][number];

const REFERENCES = ['naive', 'sequential', 'noLearning'] as const;

/** Every arm against naive at its own size, and against what needs no size: whatever the differences say. */
export function DifferenceTables({ sweep }: { sweep: SweepView }) {
  const origin = sweepOrigin(sweep);
  return REFERENCES.map((reference) => {
    const rows = sweep.figure.differences.filter((one) => one.reference === reference);
    const [first] = rows;
    if (first === undefined) return null;
    const name = ARM_WORDS[reference].name.toLowerCase();
    const place = reference === 'naive' ? ' at the same batch size' : '';
    const pairs = plural(first.comparisons ?? 1, 'pair');
    return (
      <TableCard
        key={reference}
        title={`Difference to ${name}${place}`}
        description={`${origin}. Paired by example; 95 % intervals hold together over ${pairs} of arms. ${trainingWords(first)}`}
        caption={`Paired differences to ${name}`}
        columns={columnsOf(name)}
        rows={rows}
        keyOf={({ arm, batchSize }) => `${arm} ${batchSize}`}
      />
    );
  });
}

function columnsOf(reference: string): readonly TableColumn<Difference>[] {
  const nameOf = ({ arm }: Difference) => `${ARM_WORDS[arm].name} − ${reference}`;
  return [
    wordColumn({ label: 'Arm', className: 'min-w-36 font-medium', of: nameOf }),
    figureColumn({ label: 'Batch size', of: ({ batchSize }) => batchSize }),
    {
      label: 'Difference',
      className: 'numbers whitespace-nowrap',
      data: [
        ...measuredData<Difference>('difference', (difference) => difference),
        word('verdict', ({ verdict }) => verdict),
        figure('missing', ({ missing }) => missing ?? 0),
      ],
      cell: (difference) => <PairDifferenceText difference={difference} />,
    },
    figureColumn({ label: 'Seeds', of: ({ seeds }) => seeds.length }),
  ];
}
