import { LineDiff } from '@/components/diff/line-diff';
import { ColumnTable } from '@/components/list/column-table';
import { tableReader } from '@/components/list/table-card';
import { type TableColumn, wordColumn } from '@/components/list/table-column';
import { TableDoor } from '@/components/list/table-door';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { ConfigurationDifferenceView } from '@/lib/contracts/configuration';
import { type DifferenceRow, differenceRows } from '@/lib/view/configuration-difference';
import { word } from '@/lib/view/list-rows';
import { shortHash } from '@/lib/view/numbers';

interface DifferenceProps {
  readonly difference: ConfigurationDifferenceView;
}

/** Setting by setting, those that differ alone; texts of several lines below, line by line. */
export function DifferenceTable({ difference }: DifferenceProps) {
  const { after, changes } = difference;
  const table = tableOf(difference);
  const texts = changes.filter((_, index) => table.rows[index]?.isText);
  if (table.rows.length === 0) {
    return (
      <Notice tone="good" className="m-4" title="The two have the same settings">
        Both share the configuration {shortHash(after.hash)}.
      </Notice>
    );
  }
  return (
    <>
      <ColumnTable {...table} keyOf={({ path }) => path} />
      {texts.map((text) => (
        <section key={text.path} className="flex flex-col gap-2 border-line border-t p-4">
          <h3 className="font-mono text-xs">{text.path}</h3>
          <LineDiff before={String(text.before ?? '')} after={String(text.after ?? '')} />
        </section>
      ))}
    </>
  );
}

/** The same as a file, with the texts whole. */
export function DifferenceDoor({ difference }: DifferenceProps) {
  const table = tableOf(difference);
  if (table.rows.length === 0) return null;
  return <TableDoor name={table.caption} read={tableReader(table)} />;
}

function tableOf(difference: ConfigurationDifferenceView) {
  return {
    caption: 'Settings that differ',
    columns: [
      wordColumn<DifferenceRow>({ label: 'Setting', className: 'font-mono text-xs', of: ({ path }) => path }),
      sideColumn('before', difference),
      sideColumn('after', difference),
    ],
    rows: differenceRows(difference),
  };
}

function sideColumn(
  side: 'before' | 'after',
  difference: ConfigurationDifferenceView,
): TableColumn<DifferenceRow> {
  const { id, name, hash } = difference[side];
  // The two experiments may have the same name.
  const label = `${side}: ${name} ${shortHash(hash)}`;
  return {
    label,
    head: (
      <>
        <Link className="underline underline-offset-2" href={`/experiments/${id}`}>
          {name}
        </Link>{' '}
        <span className="font-mono font-normal">{shortHash(hash)}</span>
      </>
    ),
    className: 'min-w-32 max-w-md break-words',
    data: [word(label, ({ data }) => data[side])],
    cell: (row) => (row.isText ? 'Compared line by line below' : row[side]),
  };
}
