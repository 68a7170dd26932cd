import { keptFigures } from '@/components/ui/kept-figures';
import type { CostFigure } from '@/lib/view/cost-figures';

/** Numbers with what they are and what to know of them. */
export function FigureList({ figures }: { figures: readonly CostFigure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
      {figures.map(({ term, value, note }) => (
        <div key={term} className="min-w-0">
          <dt className="text-ink-faint text-xs">{term}</dt>
          <dd className="numbers font-medium">{keptFigures(value)}</dd>
          {note === '' ? null : <dd className="text-ink-faint text-xs">{keptFigures(note)}</dd>}
        </div>
      ))}
    </dl>
  );
}
