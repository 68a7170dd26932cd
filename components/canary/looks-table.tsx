import { VerdictBadge } from '@/components/fact/canary-badge';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { type DifferenceChart, describeBounds, type LookShown } from '@/lib/view/canary/difference-chart';
import { formatCount, formatPoints, NOT_KNOWN } from '@/lib/view/numbers';

interface LooksTableProps {
  readonly looks: readonly LookShown[];
  readonly counts: DifferenceChart['counts'];
}

/** The looks as numbers, newest first: what the curve draws. */
export function LooksTable({ looks, counts }: LooksTableProps) {
  const isPaired = counts === 'pairs';
  return (
    <Table caption="Looks" isStacked>
      <TableHead>
        <HeadCell>Look</HeadCell>
        <HeadCell numeric>{isPaired ? 'Pairs' : 'Outcomes'}</HeadCell>
        {isPaired ? <HeadCell numeric>Differ</HeadCell> : null}
        <HeadCell numeric>Difference</HeadCell>
        <HeadCell numeric>Sequence</HeadCell>
        <HeadCell>Verdict</HeadCell>
      </TableHead>
      <TableBody>
        {[...looks].reverse().map((look) => (
          <Row key={look.look}>
            <Cell className="numbers max-sm:before:content-['Look_']">{look.look}</Cell>
            <Cell numeric data-head={isPaired ? 'Pairs' : 'Outcomes'}>
              {formatCount(look.pairs)}
            </Cell>
            {isPaired ? (
              <Cell numeric data-head="Differ">
                {formatCount(look.discordant)}
              </Cell>
            ) : null}
            <Cell numeric data-head="Difference">
              {look.pairs === 0 ? NOT_KNOWN : formatPoints(look.difference)}
            </Cell>
            <Cell numeric data-head="Sequence">
              {describeBounds(look)}
            </Cell>
            <Cell>
              <VerdictBadge verdict={look.verdict} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
