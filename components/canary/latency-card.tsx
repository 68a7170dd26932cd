import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { latencyRows } from '@/lib/view/canary/progress-lines';
import { formatCount } from '@/lib/view/numbers';

export function LatencyCard({ latency }: Pick<CanaryDetail, 'latency'>) {
  return (
    <Card
      flush
      title="Is it slower?"
      description={
        latency.pairs === 0
          ? 'No latency was measured yet.'
          : `Side by side on ${formatCount(latency.pairs)} answered requests.`
      }
    >
      <Table caption="Latency side by side">
        <TableHead>
          <HeadCell>
            <span className="sr-only">Which part</span>
          </HeadCell>
          <HeadCell numeric>Incumbent</HeadCell>
          <HeadCell numeric>Challenger</HeadCell>
          <HeadCell numeric>Challenger is</HeadCell>
        </TableHead>
        <TableBody>
          {latencyRows(latency).map((row) => (
            <Row key={row.name}>
              <Cell className="font-medium">{row.name}</Cell>
              <Cell numeric>{row.incumbent}</Cell>
              <Cell numeric>{row.challenger}</Cell>
              <Cell numeric>{row.change}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
