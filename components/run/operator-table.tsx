import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { DiversitySettings } from '@/lib/domain/diversity';
import { formatCount, formatScore } from '@/lib/view/numbers';
import { describeOperators, type Measured, OPERATOR_WORDS } from '@/lib/view/run-diversity';

interface OperatorTableProps {
  readonly measured: readonly Measured[];
  readonly settings: DiversitySettings | null;
}

/** Operators with the weights of the newest iteration, and what came of each over the whole run. */
export function OperatorTable({ measured, settings }: OperatorTableProps) {
  const { rows, sentence } = describeOperators(measured, settings);
  return (
    <Card flush title="Which operators find something?" description={sentence}>
      <Table caption="Operators">
        <TableHead>
          <HeadCell>Operator</HeadCell>
          <HeadCell numeric title="In the newest iteration">
            Weight
          </HeadCell>
          <HeadCell numeric title="Reflections that were made under it, over the whole run">
            Used
          </HeadCell>
          <HeadCell numeric title="Edits that came from one of them and were kept">
            Kept edits
          </HeadCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <Row key={row.kind}>
              <Cell>{OPERATOR_WORDS[row.kind]}</Cell>
              <Cell numeric>
                {formatScore(row.weight)}
                <span className="block text-[0.6875rem] text-ink-faint">
                  first {formatScore(row.firstWeight)}
                </span>
              </Cell>
              <Cell numeric>{formatCount(row.used)}</Cell>
              <Cell numeric>{formatCount(row.kept)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
