import type { ReactNode } from 'react';
import { MeasuredValue } from '@/components/run/measured-value';
import { keptFigures } from '@/components/ui/kept-figures';
import { Link } from '@/components/ui/link';
import type { RunView } from '@/lib/contracts/run-shapes';
import { describeHardware, PRACTICE_LABEL } from '@/lib/view/number-origin';
import { formatUsd, plural } from '@/lib/view/numbers';
import { type Money, prepareOverview } from '@/lib/view/overview';

interface OverviewNumbersProps {
  readonly runs: readonly RunView[];
  readonly hasMoreRuns: boolean;
  readonly experiments: number;
  readonly hasMoreExperiments: boolean;
  readonly datasets: number;
}

export function OverviewNumbers(props: OverviewNumbersProps) {
  const { runs, hasMoreRuns, experiments, hasMoreExperiments, datasets } = props;
  const figures = prepareOverview(runs);
  const span = hasMoreRuns ? `the ${runs.length} newest runs` : plural(runs.length, 'run');
  return (
    <section
      aria-label="In numbers"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card lg:grid-cols-4"
    >
      <Figure name="Running now" note={`${figures.finished} finished, ${figures.failed} failed of ${span}`}>
        {figures.live}
      </Figure>
      <Figure
        name="Best score on held-out examples, which teach nothing"
        note={
          figures.best ? (
            <Link href={`/runs/${figures.best.id}`} className="hover:underline">
              {figures.best.label} · {describeHardware(figures.best)}
            </Link>
          ) : (
            'no run has been measured'
          )
        }
      >
        <MeasuredValue measurement={figures.best?.summary.bestScore ?? null} none="–" large />
      </Figure>
      <Spend real={figures.real} practice={figures.practice} span={span} />
      <Figure name="Experiments" note={plural(datasets, 'data set')}>
        {experiments}
        {hasMoreExperiments ? '+' : ''}
      </Figure>
    </section>
  );
}

interface SpendProps {
  readonly real: Money | null;
  readonly practice: Money | null;
  readonly span: string;
}

/** Real and practice money stand apart; they are never summed. */
function Spend({ real, practice, span }: SpendProps) {
  if (real === null && practice !== null)
    return (
      <Figure
        name={`Spend, ${PRACTICE_LABEL}`}
        note={`pretend prices, no real money${atListPrice(practice)}, ${span}`}
      >
        {formatUsd(practice.spendUsd)}
      </Figure>
    );
  const apart = practice === null ? '' : `; ${PRACTICE_LABEL} ${formatUsd(practice.spendUsd)}`;
  return (
    <Figure name="Spend" note={`US dollars paid${atListPrice(real)}, ${span}${apart}`}>
      {formatUsd(real?.spendUsd ?? 0)}
    </Figure>
  );
}

/** What the same answers would have cost had none of them been asked before; nothing where that is the same. */
function atListPrice(money: Money | null): string {
  if (money === null || formatUsd(money.costUsd) === formatUsd(money.spendUsd)) return '';
  return `; ${formatUsd(money.costUsd)} had no answer been reused`;
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
