import { classNames } from '@/components/ui/class-names';
import { keptFigures } from '@/components/ui/kept-figures';
import type { CostHeadlineView } from '@/lib/contracts/cost-shapes';
import { speedWords } from '@/lib/view/run-costs';

/**
 * The one headline of a run: what a point of held-out improvement cost. A speedup stands beside it or not at all; the
 * ratio of a regression is struck through.
 */
export function CostHeadline({ headline }: { headline: CostHeadlineView }) {
  const speed = speedWords(headline);
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="numbers font-semibold text-2xl tracking-tight">{headline.big}</span>
        {speed ? (
          <span className={classNames('numbers text-base', speed.isStruck ? 'text-bad' : 'text-ink-soft')}>
            {speed.isStruck ? <s>{speed.text}</s> : speed.text}
            {speed.isStruck ? ' regression' : ''}
          </span>
        ) : null}
      </p>
      <p className="mt-1 text-[0.8125rem] text-ink-soft">{keptFigures(headline.sentence)}</p>
    </div>
  );
}
