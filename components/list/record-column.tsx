import type { ReactNode } from 'react';
import { Time } from '@/components/ui/time';
import { type RowColumn, word } from '@/lib/view/list-rows';

/** A column of a list: its cells, its data in files, and its sort values. */
export interface Column<Item> extends RowColumn<Item> {
  readonly numeric?: boolean;
  /** In rem. Where one column has it all of them keep theirs, so that a long list does not move as it scrolls. */
  readonly width?: number;
  readonly className?: string;
  readonly cell: (item: Item) => ReactNode;
}

/** The first names the record and links to its page; it is never hidden. */
export type Columns<Item> = readonly [Column<Item>, ...Column<Item>[]];

/** Column with date and author; `label` names the action. */
export function madeColumn<Item extends { readonly createdAt: string; readonly createdBy: string }>(
  label: string,
): Column<Item> {
  return {
    id: 'made',
    label,
    data: [
      word(`${label.toLowerCase()} at`, (item) => item.createdAt),
      word(`${label.toLowerCase()} by`, (item) => item.createdBy),
    ],
    className: 'whitespace-nowrap text-ink-faint',
    cell: (item) => (
      <>
        <Time at={item.createdAt} /> by {item.createdBy}
      </>
    ),
  };
}
