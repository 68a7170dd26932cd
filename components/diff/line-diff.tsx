import { ScrollBox } from '@/components/ui/scroll-box';
import { type DiffLine, diffByLine } from '@/lib/view/playbook-diff';
import { FoldedRows } from './folded-rows';

const LOOKS: Readonly<Record<DiffLine['mark'], { readonly sign: string; readonly row: string }>> = {
  same: { sign: ' ', row: 'text-ink-faint' },
  added: { sign: '+', row: 'bg-good-wash text-good' },
  removed: { sign: '−', row: 'bg-bad-wash text-bad' },
};

export function LineDiff({ before, after }: { before: string; after: string }) {
  const lines = diffByLine(before, after);
  return (
    <ScrollBox
      label="Difference by line"
      className="fade-ends max-h-[40rem] overflow-auto rounded-md border border-line"
    >
      <table className="w-full border-collapse font-mono text-xs leading-relaxed">
        <caption className="sr-only">Difference by line</caption>
        <tbody>
          <FoldedRows rows={lines} isSame={({ mark }) => mark === 'same'} columns={4}>
            {(line) => (
              <tr key={line.key} className={LOOKS[line.mark].row}>
                <td className="w-10 select-none px-2 text-right align-top">{line.before ?? ''}</td>
                <td className="w-10 select-none px-2 text-right align-top">{line.after ?? ''}</td>
                <td className="w-5 select-none text-center align-top">{LOOKS[line.mark].sign}</td>
                <td className="whitespace-pre-wrap break-words pr-3">{line.text === '' ? ' ' : line.text}</td>
              </tr>
            )}
          </FoldedRows>
        </tbody>
      </table>
    </ScrollBox>
  );
}
