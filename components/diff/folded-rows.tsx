'use client';

import { Fragment, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/lib/view/numbers';
import { type FoldedRows as Folded, foldUnchanged } from '@/lib/view/prompt-diff';

interface FoldedRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly isSame: (row: Row) => boolean;
  readonly columns: number;
  readonly children: (row: Row) => ReactNode;
}

/** The rows of a difference, with long stretches that stayed behind a button. */
export function FoldedRows<Row extends { readonly key: string }>(props: FoldedRowsProps<Row>) {
  const { rows, isSame, columns, children } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isShown = (one: Folded<Row>) => one.kind === 'shown' || opened.has(one.key);
  return foldUnchanged(rows, isSame).map((stretch) => (
    <Fragment key={`${stretch.kind} ${stretch.rows[0]?.key}`}>
      {isShown(stretch) ? (
        stretch.rows.map(children)
      ) : (
        <tr className="bg-sunken/60">
          <td colSpan={columns} className="px-2 py-1 text-center">
            <Button
              variant="ghost"
              size="sm"
              onClick={() => setOpened(new Set([...opened, stretch.rows[0]?.key ?? '']))}
            >
              Show {formatCount(stretch.rows.length)} unchanged lines
            </Button>
          </td>
        </tr>
      )}
    </Fragment>
  ));
}
