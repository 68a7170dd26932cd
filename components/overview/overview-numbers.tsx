import type { ReactNode } from 'react';
import { keptFigures } from '@/components/ui/kept-figures';
import type { RunTotalsView } from '@/lib/contracts/run-totals';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { formatCount, plural } from '@/lib/view/numbers';
import { atListPrice, moneyWords } from '@/lib/view/overview';

interface OverviewNumbersProps {
  readonly totals: RunTotalsView;
  readonly experiments: number;
  readonly hasMoreExperiments: boolean;
  readonly datasets: number;
}

export function OverviewNumbers(props: OverviewNumbersProps) {
  const { totals, experiments, hasMoreExperiments, datasets } = props;
  return (
    <section
      aria-label="In numbers"
      className="grid gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card md:grid-cols-3"
    >
      <Figure
        name="Running now"
        note={`${formatCount(totals.finished)} finished, ${formatCount(totals.failed)} failed of ${plural(totals.runs, 'run')}`}
      >
        {totals.live}
      </Figure>
      <Spend totals={totals} />
      <Figure name="Experiments" note={plural(datasets, 'data set')}>
        {experiments}
        {hasMoreExperiments ? '+' : ''}
      </Figure>
    </section>
  );
}

/** Real and practice money stand apart; they are never summed. */
function Spend({ totals: { real, practice, runs } }: { readonly totals: RunTotalsView }) {
  const span = plural(runs, 'run');
  if (real === null && practice !== null)
    return (
      <Figure
        name={`Spend, ${PRACTICE_LABEL}`}
        note={`pretend prices, no real money${atListPrice(practice)}, ${span}`}
      >
        {moneyWords(practice)}
      </Figure>
    );
  const apart = practice === null ? '' : `; ${PRACTICE_LABEL} ${moneyWords(practice)}`;
  return (
    <Figure name="Spend" note={`US dollars paid${atListPrice(real)}, ${span}${apart}`}>
      {real === null ? '–' : moneyWords(real)}
    </Figure>
  );
}

function Figure({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <h2 className="mb-1 font-normal text-ink-faint text-xs">{name}</h2>
      <div className="numbers min-h-7 font-medium text-lg tracking-tight">{children}</div>
      <p className="mt-0.5 text-[0.6875rem] text-ink-faint leading-snug">{keptFigures(note)}</p>
    </div>
  );
}
