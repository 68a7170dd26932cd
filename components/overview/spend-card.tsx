import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { keptFigures } from '@/components/ui/kept-figures';
import type { RunTotalsView } from '@/lib/contracts/run-totals';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { plural } from '@/lib/view/numbers';
import { moneyWords } from '@/lib/view/overview';

/** Money over all runs. Real and practice money are two figures and never one sum. */
export function SpendCard({ totals: { real, practice } }: { totals: RunTotalsView }) {
  return (
    <Card title="Spend">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Figure name="Paid" note={plural(real?.runs ?? 0, 'run')}>
          {real === null ? '$0.00' : moneyWords(real)}
        </Figure>
        {practice === null ? null : (
          <Figure name={`Pretend, ${PRACTICE_LABEL}`} note={plural(practice.runs, 'run')}>
            {moneyWords(practice)}
          </Figure>
        )}
      </dl>
    </Card>
  );
}

function Figure({ name, note, children }: { name: string; note: string; children: string }): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-ink-faint text-xs">{name}</dt>
      <dd className="numbers">
        <span className="block min-h-7 font-medium text-lg tracking-tight">{keptFigures(children)}</span>
        <span className="text-[0.6875rem] text-ink-faint">{note}</span>
      </dd>
    </div>
  );
}
