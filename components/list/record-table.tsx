import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';

export interface Column<Item> {
  /** Stands in the address where the column is hidden. */
  readonly id: string;
  readonly label: string;
  readonly numeric?: boolean;
  /** On a phone it stands below the name instead. */
  readonly wideOnly?: boolean;
  readonly className?: string;
  readonly cell: (item: Item) => ReactNode;
}

/** The first names the record and links to its page; it is never hidden. */
export type Columns<Item> = readonly [Column<Item>, ...Column<Item>[]];

interface RecordTableProps<Item> {
  readonly caption: string;
  readonly columns: Columns<Item>;
  readonly hidden?: readonly string[];
  readonly items: readonly Item[];
}

/** A row a record. It does not know where the records come from. */
export function RecordTable<Item extends { readonly id: string }>(props: RecordTableProps<Item>) {
  const [name, ...others] = props.columns;
  const shown = others.filter(({ id }) => !props.hidden?.includes(id));
  return (
    <Table caption={props.caption}>
      <TableHead>
        {[name, ...shown].map(({ id, label, numeric, wideOnly }) => (
          <HeadCell key={id} numeric={numeric ?? false} className={wideOnly ? 'max-sm:hidden' : undefined}>
            {label}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {props.items.map((item) => (
          <Row key={item.id}>
            <Cell className={name.className}>
              {name.cell(item)}
              {shown.map(({ id, wideOnly, cell }) =>
                wideOnly ? (
                  <span key={id} className="mt-1 block sm:hidden">
                    {cell(item)}
                  </span>
                ) : null,
              )}
            </Cell>
            {shown.map(({ id, numeric, wideOnly, className, cell }) => (
              <Cell
                key={id}
                numeric={numeric ?? false}
                className={classNames(className, wideOnly && 'max-sm:hidden')}
              >
                {cell(item)}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

/** When and by whom; `label` says what was done. */
export function madeColumn<Item extends { readonly createdAt: string; readonly createdBy: string }>(
  label: string,
): Column<Item> {
  return {
    id: 'made',
    label,
    className: 'whitespace-nowrap text-ink-faint',
    cell: (item) => (
      <>
        <Time at={item.createdAt} /> by {item.createdBy}
      </>
    ),
  };
}
