import { classNames } from '@/components/ui/class-names';
import { ScrollBox } from '@/components/ui/scroll-box';
import { type DiffSide, diffSideBySide } from '@/lib/view/prompt-diff';
import { DiffText } from './diff-text';
import { FoldedRows } from './folded-rows';

/** Before on the left, after on the right, line beside line. */
export function SideDiff({ before, after }: { before: string; after: string }) {
  return (
    <ScrollBox
      label="Difference side by side"
      className="fade-ends max-h-[40rem] overflow-auto rounded-md border border-line"
    >
      <table className="w-full min-w-[34rem] table-fixed border-collapse font-mono text-xs leading-relaxed">
        <caption className="sr-only">Difference side by side</caption>
        <colgroup>
          <col className="w-10" />
          <col />
          <col className="w-10" />
          <col />
        </colgroup>
        <thead>
          <tr className="border-line border-b text-left text-ink-faint">
            <th scope="col" colSpan={2} className="px-2 py-1 font-medium">
              Before
            </th>
            <th scope="col" colSpan={2} className="px-2 py-1 font-medium">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          <FoldedRows rows={diffSideBySide(before, after)} isSame={(pair) => pair.isSame} columns={4}>
            {(pair) => (
              <tr key={pair.key} className={pair.isSame ? 'text-ink-faint' : 'text-ink-soft'}>
                <Side side={pair.left} isSame={pair.isSame} sign="−" />
                <Side side={pair.right} isSame={pair.isSame} sign="+" />
              </tr>
            )}
          </FoldedRows>
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface SideProps {
  readonly side: DiffSide | null;
  readonly isSame: boolean;
  readonly sign: string;
}

function Side({ side, isSame, sign }: SideProps) {
  return (
    <>
      <td className={classNames('select-none px-1.5 text-right align-top', side === null && 'bg-sunken/60')}>
        {side === null ? '' : `${isSame ? '' : sign}${side.line}`}
      </td>
      <td
        className={classNames(
          'whitespace-pre-wrap break-words border-line border-r pr-2 align-top last:border-r-0',
          side === null && 'bg-sunken/60',
        )}
      >
        {side === null ? null : <DiffText parts={side.parts} />}
      </td>
    </>
  );
}
