import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn, wordColumn } from '@/components/list/table-column';
import type { DiversitySettings } from '@/lib/domain/diversity';
import { figure } from '@/lib/view/list-rows';
import { formatScore } from '@/lib/view/numbers';
import {
  describeOperators,
  type Measured,
  OPERATOR_WORDS,
  type OperatorsView,
} from '@/lib/view/run-diversity';

interface OperatorTableProps {
  readonly measured: readonly Measured[];
  readonly settings: DiversitySettings | null;
}

const COLUMNS: readonly TableColumn<OperatorsView['rows'][number]>[] = [
  wordColumn({ label: 'Operator', of: ({ kind }) => OPERATOR_WORDS[kind] }),
  {
    label: 'Weight',
    hint: 'In the newest iteration',
    numeric: true,
    data: [
      figure('weight, share', ({ weight }) => weight),
      figure('first weight, share', ({ firstWeight }) => firstWeight),
    ],
    cell: ({ weight, firstWeight }) => (
      <>
        {formatScore(weight)}
        <span className="block text-[0.6875rem] text-ink-faint">first {formatScore(firstWeight)}</span>
      </>
    ),
  },
  figureColumn({
    label: 'Used',
    hint: 'Reflections that were made under it, over the whole run',
    of: ({ used }) => used,
  }),
  figureColumn({
    label: 'Kept edits',
    hint: 'Edits that came from one of them and were kept',
    of: ({ kept }) => kept,
  }),
];

/** Operators with the weights of the newest iteration, and what came of each over the whole run. */
export function OperatorTable({ measured, settings }: OperatorTableProps) {
  const { rows, sentence } = describeOperators(measured, settings);
  return (
    <TableCard
      title="Which operators find something?"
      description={sentence}
      caption="Operators"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ kind }) => kind}
    />
  );
}
