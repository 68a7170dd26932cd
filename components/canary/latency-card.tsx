import { TableCard } from '@/components/list/table-card';
import { type TableColumn, wordColumn } from '@/components/list/table-column';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { latencyDescription } from '@/lib/view/canary/made-up-delays';
import { type LatencyRow, latencyRows } from '@/lib/view/canary/progress-lines';
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

interface LatencyCardProps extends Pick<CanaryDetail, 'latency'> {
  readonly isMadeUp: boolean;
}

export function LatencyCard({ latency, isMadeUp }: LatencyCardProps) {
  return (
    <TableCard
      title="Latency"
      description={latencyDescription(latency, isMadeUp)}
      caption="Latency side by side"
      columns={COLUMNS}
      rows={latencyRows(latency)}
      keyOf={({ name }) => name}
    />
  );
}
