import { keptFigures } from '@/components/ui/kept-figures';
import type { Term } from '@/lib/domain/report-document';

/** Terms with a sentence each; a list of short values looks better in two columns. */
export function TermList({ terms }: { terms: readonly Term[] }) {
  return (
    <dl className="flex min-w-0 flex-col">
      {terms.map(({ term, value }) => (
        <div
          key={term}
          className="grid gap-x-6 gap-y-0.5 border-line border-b py-2 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)] sm:border-dashed"
        >
          <dt className="text-[0.8125rem] text-ink-faint">{term}</dt>
          <dd className="numbers min-w-0 whitespace-pre-line break-words text-[0.8125rem] text-ink leading-relaxed">
            <Sourced text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Sources of a line, in brackets at its end, quieter than the line. */
function Sourced({ text }: { text: string }) {
  const [, said, source] = /^(.*?) (\[[^[\]]*\])$/s.exec(text) ?? [];
  if (said === undefined) return keptFigures(text);
  return (
    <>
      {keptFigures(said)} <span className="text-ink-faint text-xs">{source}</span>
    </>
  );
}
