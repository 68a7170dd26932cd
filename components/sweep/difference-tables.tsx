import { TableCard } from '@/components/list/table-card';
import { figureColumn, measuredData, type TableColumn, wordColumn } from '@/components/list/table-column';
import type { SweepView } from '@/lib/contracts/sweeps';
import { formatCount, formatPoints, formatSpan, plural } from '@/lib/view/numbers';
import { sweepOrigin } from '@/lib/view/sweep-series';
import { ARM_WORDS } from '@/lib/view/sweep-words';

type Difference = SweepView['figure']['differences'][number];

const REFERENCES = ['naive', 'sequential', 'noLearning'] as const;

/** Every arm against naive at its own size, and against what needs no size: whatever the differences say. */
export function DifferenceTables({ sweep }: { sweep: SweepView }) {
  const origin = sweepOrigin(sweep);
  return REFERENCES.map((reference) => {
    const rows = sweep.figure.differences.filter((one) => one.reference === reference);
    if (rows.length === 0) return null;
    const name = ARM_WORDS[reference].name.toLowerCase();
    const place = reference === 'naive' ? ' at the same batch size' : '';
    return (
      <TableCard
        key={reference}
        title={`How much better than ${name}${place}?`}
        description={`${origin}. Paired by example; an interval that holds 0 says that no difference was shown.`}
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
      label: 'Over examples, bootstrap',
      className: 'numbers whitespace-nowrap',
      data: measuredData('over examples', ({ overExamples }) => overExamples),
      cell: ({ overExamples }) => <Measured of={overExamples} among={`n = ${formatCount(overExamples.n)}`} />,
    },
    {
      label: 'Over seeds, Student’s t',
      className: 'numbers whitespace-nowrap',
      data: measuredData('over seeds', ({ overSeeds: { mean, lower, upper }, seeds }) => ({
        mean,
        lower,
        upper,
        n: seeds.length,
      })),
      cell: ({ overSeeds, seeds }) => <Measured of={overSeeds} among={plural(seeds.length, 'seed')} />,
    },
  ];
}

function Measured({ of: difference, among }: { of: Difference['overSeeds']; among: string }) {
  return (
    <>
      {formatPoints(difference.mean)}{' '}
      <span className="text-ink-faint text-xs">
        ({formatSpan(difference)}, {among})
      </span>
    </>
  );
}
