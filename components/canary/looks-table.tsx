import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { describeBounds, type LookShown } from '@/lib/view/canary/difference-chart';
import { formatCount, formatPoints } from '@/lib/view/numbers';
import { VerdictBadge } from './canary-badge';

/** The looks as numbers, newest first: what the curve draws. */
export function LooksTable({ looks }: { looks: readonly LookShown[] }) {
  return (
    <Table caption="Looks">
      <TableHead>
        <HeadCell>Look</HeadCell>
        <HeadCell numeric>Pairs</HeadCell>
        <HeadCell numeric>Differ</HeadCell>
        <HeadCell numeric>Difference</HeadCell>
        <HeadCell numeric>Sequence</HeadCell>
        <HeadCell>Verdict</HeadCell>
      </TableHead>
      <TableBody>
        {[...looks].reverse().map((look) => (
          <Row key={look.look}>
            <Cell className="numbers">{look.look}</Cell>
            <Cell numeric>{formatCount(look.pairs)}</Cell>
            <Cell numeric>{formatCount(look.discordant)}</Cell>
            <Cell numeric>{formatPoints(look.difference)}</Cell>
            <Cell numeric>{describeBounds(look)}</Cell>
            <Cell>
              <VerdictBadge verdict={look.verdict} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
