import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { keptFigures } from '@/components/ui/kept-figures';
import type { CostHeadlineView } from '@/lib/contracts/cost-shapes';
import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { speedWords } from '@/lib/view/run-costs';

/**
 * The one headline of a run: what a point of held-out improvement cost. A speedup is shown beside it or not at all; the
 * ratio of a regression is struck through.
 */
interface CostHeadlineProps {
  readonly headline: CostHeadlineView;
  /** Why the score behind the price is no number to believe: then there is no price either. */
  readonly doubt?: Pick<ScoreDoubt, 'word' | 'sentence'> | null;
}

export function CostHeadline({ headline, doubt = null }: CostHeadlineProps) {
  const speed = speedWords(headline);
  if (doubt !== null)
    return (
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <s className="numbers text-2xl text-ink-faint tracking-tight">{headline.big}</s>
          <Badge>{doubt.word}</Badge>
        </p>
        <p className="mt-1 text-[0.8125rem] text-ink-soft">{keptFigures(doubt.sentence)}</p>
      </div>
    );
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
