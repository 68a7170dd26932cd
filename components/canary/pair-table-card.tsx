import { TableCard } from '@/components/list/table-card';
import { type TableColumn, wordColumn } from '@/components/list/table-column';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { type PairTable, preparePairTable } from '@/lib/view/canary/pair-table';
import { figure } from '@/lib/view/list-rows';

const COLUMNS: readonly TableColumn<PairTable['rows'][number]>[] = [
  wordColumn({ label: 'Incumbent', isSilent: true, className: 'font-medium', of: ({ name }) => name }),
  {
    label: 'Challenger right',
    numeric: true,
    data: [figure('challenger right, pairs', ({ rightPairs }) => rightPairs)],
    cell: ({ right }) => right,
  },
  {
    label: 'Challenger wrong',
    numeric: true,
    data: [figure('challenger wrong, pairs', ({ wrongPairs }) => wrongPairs)],
    cell: ({ wrong }) => wrong,
  },
];

/** Pairs by who was right: only those that differ carry news. */
export function PairTableCard({ table }: Pick<CanaryDetail, 'table'>) {
  const { rows, summary } = preparePairTable(table);
  return (
    <TableCard
      title="Answers that differ"
      description={summary}
      caption="Pairs by who was right"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ name }) => name}
    />
  );
}
