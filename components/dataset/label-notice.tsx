import { Notice } from '@/components/ui/notice';
import type { LabelWarningsView } from '@/lib/contracts/imports';
import { labelLines } from '@/lib/view/import-words';
import { plural } from '@/lib/view/numbers';

/** Blank labels, and questions with two of them, with the first places of each. Nothing where there are none. */
export function LabelNotice({ labels }: { readonly labels: LabelWarningsView | null | undefined }) {
  return labelLines(labels ?? NONE).map(({ title, meaning, places, more }) => (
    <Notice key={title} tone="honey" title={title}>
      <p>{meaning}</p>
      <details className="mt-1">
        <summary className="cursor-pointer text-xs">Show places</summary>
        <ul className="mt-1 max-h-40 overflow-y-auto font-mono text-xs">
          {places.map((place) => (
            <li key={place}>{place}</li>
          ))}
          {more > 0 ? <li>and {plural(more, 'more place')}</li> : null}
        </ul>
      </details>
    </Notice>
  ));
}

const NONE: LabelWarningsView = {
  blank: { count: 0, first: [] },
  conflicts: { count: 0, acrossSources: 0, first: [] },
};
