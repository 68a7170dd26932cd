import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { preparePairTable } from '@/lib/view/canary/pair-table';

/** Pairs by who was right: only those that differ carry news. */
export function PairTableCard({ table }: Pick<CanaryDetail, 'table'>) {
  const { rows, summary } = preparePairTable(table);
  return (
    <Card flush title="Where do the two differ?" description={summary}>
      <Table caption="Pairs by who was right">
        <TableHead>
          <HeadCell>
            <span className="sr-only">Incumbent</span>
          </HeadCell>
          <HeadCell numeric>Challenger right</HeadCell>
          <HeadCell numeric>Challenger wrong</HeadCell>
        </TableHead>
        <TableBody>
          {rows.map(({ name, right, wrong }) => (
            <Row key={name}>
              <Cell className="font-medium">{name}</Cell>
              <Cell numeric>{right}</Cell>
              <Cell numeric>{wrong}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
