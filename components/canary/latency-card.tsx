import { TableCard } from '@/components/list/table-card';
import { type TableColumn, wordColumn } from '@/components/list/table-column';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { type LatencyRow, latencyRows, latencySentence } from '@/lib/view/canary/progress-lines';
import { figure } from '@/lib/view/list-rows';

const COLUMNS: readonly TableColumn<LatencyRow>[] = [
  wordColumn({ label: 'Which part', isSilent: true, className: 'font-medium', of: ({ name }) => name }),
  {
    label: 'Incumbent',
    numeric: true,
    data: [figure('incumbent, ms', ({ incumbentMs }) => incumbentMs)],
    cell: ({ incumbent }) => incumbent,
  },
  {
    label: 'Challenger',
    numeric: true,
    data: [figure('challenger, ms', ({ challengerMs }) => challengerMs)],
    cell: ({ challenger }) => challenger,
  },
  { label: 'Challenger is', numeric: true, data: [], cell: ({ change }) => change },
];

export function LatencyCard({ latency }: Pick<CanaryDetail, 'latency'>) {
  return (
    <TableCard
      title="Latency"
      description={latencySentence(latency)}
      caption="Latency side by side"
      columns={COLUMNS}
      rows={latencyRows(latency)}
      keyOf={({ name }) => name}
    />
  );
}
