import type { ReactNode } from 'react';
import { ColumnTable } from '@/components/list/column-table';
import { tableReader } from '@/components/list/table-card';
import { type TableColumn, wordColumn } from '@/components/list/table-column';
import { TableDoor } from '@/components/list/table-door';
import { Card } from '@/components/ui/card';
import { plural } from '@/lib/view/numbers';

interface Fault {
  readonly where: string;
  readonly message: string;
}

interface FaultListProps {
  readonly faults: readonly Fault[];
  /** There may be more than were listed. */
  readonly count: number;
  /** By default lines of files. */
  readonly of?: 'line' | 'task fault';
  readonly children?: ReactNode;
}

const COLUMNS: readonly TableColumn<Fault>[] = [
  wordColumn({
    label: 'Where',
    className: 'whitespace-nowrap font-mono text-xs max-sm:break-all',
    of: ({ where }) => where,
  }),
  wordColumn({ label: 'Why', of: ({ message }) => message }),
];

/** Every fault of a refused import with its place, so that it can be found and fixed. */
export function FaultList({ faults, count, of = 'line', children }: FaultListProps) {
  const more = count - faults.length;
  const table = {
    caption: of === 'line' ? 'Lines that could not be read' : 'Faults of tasks',
    columns: COLUMNS,
    rows: faults,
  };
  return (
    <Card
      flush
      title={of === 'line' ? `${plural(count, of)} not readable` : plural(count, of)}
      actions={
        <>
          {children}
          <TableDoor name={table.caption} read={tableReader(table)} />
        </>
      }
    >
      <div className="fade-ends relative max-h-72 overflow-y-auto">
        <ColumnTable {...table} keyOf={({ where, message }) => `${where}-${message}`} />
      </div>
      {more > 0 ? (
        <p className="border-line border-t px-4 py-2 text-ink-faint text-xs">
          and {plural(more, `more ${of}`)}
        </p>
      ) : null}
    </Card>
  );
}
