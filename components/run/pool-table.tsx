import { FileDiff } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { formatScore } from '@/lib/view/numbers';
import { type PoolRow, poolSentence } from '@/lib/view/run-search';
import { iterationName } from '@/lib/view/series-chart';

interface PoolTableProps {
  readonly rows: readonly PoolRow[];
  readonly onChoose: (hash: string) => void;
}

/** The candidates that may still become parents, and those that no longer can. */
export function PoolTable({ rows, onChoose }: PoolTableProps) {
  return (
    <Card flush title="Which candidates are in the pool?" description={poolSentence(rows)}>
      <Table caption="Candidates of the pool">
        <TableHead>
          <HeadCell>Candidate</HeadCell>
          <HeadCell numeric title="Mean over the selection split">
            Selection
          </HeadCell>
          <HeadCell numeric title="Keys of the frontier on which it is among the best">
            Fronts
          </HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Made in
          </HeadCell>
          <HeadCell className="max-sm:hidden">From</HeadCell>
          <HeadCell>
            <span className="sr-only">What it changed</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <Row key={row.hash}>
              <Cell>
                <span className="font-mono text-xs">{row.name}</span>{' '}
                {row.isBest ? <Badge tone="honey">best</Badge> : null}
                {row.isUndominated || row.isBest ? null : <Badge>beaten everywhere</Badge>}
              </Cell>
              <Cell numeric>{formatScore(row.mean)}</Cell>
              <Cell numeric>{row.fronts}</Cell>
              <Cell numeric className="max-sm:hidden">
                {row.iteration === null ? '–' : iterationName(row.iteration)}
              </Cell>
              <Cell className="font-mono text-xs max-sm:hidden">{row.parents}</Cell>
              <Cell className="text-right">
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`What ${row.name} changed`}
                  onClick={() => onChoose(row.hash)}
                >
                  <FileDiff aria-hidden /> Difference
                </Button>
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
