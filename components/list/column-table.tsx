import { classNames } from '@/components/ui/class-names';
import { Cell, HeadCell, Table, TableBody, TableHead, Row as TableRow } from '@/components/ui/table';
import type { TableColumn } from './table-column';

export interface ColumnTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly rowClassName?: (row: Row) => string;
  readonly className?: string;
}

const HIDDEN = { sm: 'max-sm:hidden', md: 'max-md:hidden' } as const;

/**
 * Rows under columns that say themselves what they show. On a phone a row wraps into lines, so that
 * the buttons in its last cell stay visible.
 */
export function ColumnTable<Row>(props: ColumnTableProps<Row>) {
  const { caption, columns, rows, keyOf, rowClassName, className } = props;
  return (
    <Table caption={caption} className={className ?? ''} isStacked>
      <TableHead>
        {columns.map(({ label, isSilent, head, hint, numeric, hiddenBelow }) => (
          <HeadCell
            key={label}
            numeric={numeric ?? false}
            title={hint}
            className={hiddenBelow && HIDDEN[hiddenBelow]}
          >
            {isSilent ? <span className="sr-only">{label}</span> : (head ?? label)}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={keyOf(row)} className={rowClassName?.(row)}>
            {columns.map((column, at) => (
              <Cell
                key={column.label}
                data-head={at > 0 && !column.isSilent ? column.label : undefined}
                numeric={column.numeric ?? false}
                className={classNames(column.className, column.hiddenBelow && HIDDEN[column.hiddenBelow])}
              >
                {column.cell(row)}
              </Cell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
