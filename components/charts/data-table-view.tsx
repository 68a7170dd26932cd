import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { DataTable, DataValue } from '@/lib/view/data-table';

const ROWS_MAX = 500;

/** The twin of a chart: the same numbers for reading, copying and screen readers. */
export function DataTableView({ table }: { table: DataTable }) {
  const left = table.rows.length - ROWS_MAX;
  return (
    <>
      <Table caption={table.name}>
        <TableHead>
          {table.columns.map(({ name, isNumber }) => (
            <HeadCell key={name} numeric={isNumber ?? false} className="first-letter:uppercase">
              {name}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {table.rows.slice(0, ROWS_MAX).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table of numbers have no name of their own
            <Row key={index}>
              {table.columns.map(({ name, isNumber }, at) => (
                <Cell
                  key={name}
                  numeric={isNumber ?? false}
                  className={isNumber ? '' : 'numbers min-w-24 break-words'}
                >
                  {shown(row[at] ?? null)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
      {left > 0 ? (
        <p className="px-4 py-3 text-ink-faint text-xs">
          {left.toLocaleString('en-US')} further rows are in the downloads above.
        </p>
      ) : null}
    </>
  );
}

function shown(value: DataValue): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  return Number(value.toPrecision(5)).toLocaleString('en-US', { maximumFractionDigits: 6 });
}
