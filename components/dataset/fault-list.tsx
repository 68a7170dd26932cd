import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { plural } from '@/lib/view/numbers';

interface FaultListProps {
  readonly faults: readonly { readonly where: string; readonly message: string }[];
  /** There may be more than were listed. */
  readonly count: number;
  readonly children?: ReactNode;
}

/** Every line that could not be taken, as file:line, so that it can be found and mended. */
export function FaultList({ faults, count, children }: FaultListProps) {
  const more = count - faults.length;
  return (
    <Card flush title={`${plural(count, 'line')} not readable`} actions={children}>
      <div className="relative max-h-72 overflow-y-auto">
        <Table caption="Lines that could not be read">
          <TableHead>
            <HeadCell>Where</HeadCell>
            <HeadCell>Why</HeadCell>
          </TableHead>
          <TableBody>
            {faults.map((fault) => (
              <Row key={`${fault.where}-${fault.message}`}>
                <Cell className="whitespace-nowrap font-mono text-xs">{fault.where}</Cell>
                <Cell>{fault.message}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
      {more > 0 ? (
        <p className="border-line border-t px-4 py-2 text-ink-faint text-xs">
          and {plural(more, 'more line')}
        </p>
      ) : null}
    </Card>
  );
}
