import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { DataTable, DataValue } from '@/lib/view/data-table';

const ROWS_MAX = 500;

/** Maximum length of a text on one line. */
const LINE_MAX = 28;
const DIGITS = 4;
const DECIMALS_MAX = 6;

/** The twin of a chart: the same numbers for reading, copying and screen readers. */
export function DataTableView({ table }: { table: DataTable }) {
  const left = table.rows.length - ROWS_MAX;
  const columns = table.columns.map((column, at) => ({
    ...column,
    isNumber: column.isNumber ?? false,
    ...formOf(table.rows.map((row) => row[at] ?? null)),
  }));
  return (
    <>
      <Table caption={table.name}>
        <TableHead>
          {columns.map(({ name, isNumber }) => (
            <HeadCell key={name} numeric={isNumber} className={name === 'n' ? '' : 'first-letter:uppercase'}>
              {name}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {table.rows.slice(0, ROWS_MAX).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table of numbers have no name of their own
            <Row key={index}>
              {columns.map(({ name, isNumber, isShort, decimals }, at) => (
                <Cell
                  key={name}
                  numeric={isNumber}
                  className={isNumber ? '' : isShort ? 'numbers whitespace-nowrap' : 'numbers min-w-56'}
                >
                  {shown(row[at] ?? null, decimals)}
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

/** One number of decimals a column, so that its points stand below each other. */
function formOf(values: readonly DataValue[]) {
  const numbers = values.filter((value) => typeof value === 'number');
  const largest = Math.max(0, ...numbers.map(Math.abs));
  const whole = largest > 0 ? Math.floor(Math.log10(largest)) + 1 : 0;
  return {
    decimals: numbers.every(Number.isInteger) ? 0 : Math.min(DECIMALS_MAX, Math.max(0, DIGITS - whole)),
    isShort: values.every((value) => typeof value !== 'string' || value.length <= LINE_MAX),
  };
}

function shown(value: DataValue, decimals: number): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString('en-US', digits).replace('-', '−');
}
