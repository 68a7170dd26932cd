import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { TaskCell } from '@/lib/contracts/task-matrix';
import { cellWords } from '@/lib/view/task-matrix';

/** The result of one task in one run; its cause by the number in the list below the table, and as text for screen readers. */
export function TaskResult({
  cell,
  causes,
}: {
  readonly cell: TaskCell | null;
  readonly causes: readonly string[];
}) {
  if (cell === null) return <span className="text-ink-faint">–</span>;
  const { word, tone, hint } = cellWords(cell);
  const badge = <Badge tone={tone}>{word}</Badge>;
  return (
    <span className="whitespace-nowrap">
      {cell.rolloutId === null ? badge : <Link href={`/rollouts/${cell.rolloutId}`}>{badge}</Link>}
      {hint === null ? null : (
        <>
          <sup className="numbers ml-1 text-ink-faint" aria-hidden>
            {causes.indexOf(hint) + 1}
          </sup>
          <span className="sr-only">{hint}</span>
        </>
      )}
    </span>
  );
}

/** Causes as text: a tooltip is reached neither by keyboard nor by touch. */
export function CauseList({ causes }: { readonly causes: readonly string[] }) {
  if (causes.length === 0) return null;
  return (
    <section className="border-line border-t px-4 py-3 text-xs">
      <h3 className="mb-1 font-medium text-ink-faint">Causes</h3>
      <ol className="flex list-decimal flex-col gap-1 pl-4 text-ink-soft">
        {causes.map((cause) => (
          <li key={cause} className="max-w-prose break-words">
            {cause}
          </li>
        ))}
      </ol>
    </section>
  );
}
