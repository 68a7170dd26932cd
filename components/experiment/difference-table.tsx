import { LineDiff } from '@/components/run/line-diff';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ConfigurationDifferenceView } from '@/lib/contracts/configuration';
import { differenceRows } from '@/lib/view/configuration-difference';
import { shortHash } from '@/lib/view/numbers';

/** Setting by setting, those that differ alone; texts of several lines below, line by line. */
export function DifferenceTable({ difference }: { difference: ConfigurationDifferenceView }) {
  const { before, after, changes } = difference;
  const rows = differenceRows(difference);
  const texts = changes.filter((_, index) => rows[index]?.isText);
  if (rows.length === 0) {
    return (
      <Notice tone="good" className="m-4" title="The two have the same settings">
        Both share the configuration {shortHash(after.hash)}.
      </Notice>
    );
  }
  return (
    <>
      <Table caption="Settings that differ">
        <TableHead>
          <HeadCell>Setting</HeadCell>
          {[before, after].map(({ id, name, hash }) => (
            <HeadCell key={id}>
              <Link className="underline underline-offset-2" href={`/experiments/${id}`}>
                {name}
              </Link>{' '}
              <span className="font-mono font-normal">{shortHash(hash)}</span>
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {rows.map(({ path, isText, ...row }) => (
            <Row key={path}>
              <Cell className="font-mono text-xs">{path}</Cell>
              {([row.before, row.after] as const).map((value, side) => (
                <Cell key={side === 0 ? before.id : after.id} className="min-w-32 max-w-md break-words">
                  {isText ? 'Compared line by line below' : value}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
      {texts.map((text) => (
        <section key={text.path} className="flex flex-col gap-2 border-line border-t p-4">
          <h3 className="font-mono text-xs">{text.path}</h3>
          <LineDiff before={String(text.before ?? '')} after={String(text.after ?? '')} />
        </section>
      ))}
    </>
  );
}
