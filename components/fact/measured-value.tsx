import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import type { Measurement } from '@/lib/domain/score';
import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { describeMeasurement } from '@/lib/view/numbers';

interface MeasuredValueProps {
  readonly measurement: Measurement | null;
  /** Placeholder where nothing was measured. */
  readonly none?: string;
  readonly large?: boolean;
  /** Reason why it is no headline, shown instead of its interval; unreliable scores are struck through. */
  readonly doubt?: Pick<ScoreDoubt, 'code' | 'word' | 'sentence'> | null;
}

/** A score with its interval and n, never alone. */
export function MeasuredValue({
  measurement,
  none = 'not measured yet',
  large,
  doubt = null,
}: MeasuredValueProps) {
  if (measurement === null) return <span className="text-ink-faint">{none}</span>;
  const { mean, interval, n } = describeMeasurement(measurement);
  const size = large ? 'text-lg tracking-tight' : '';
  if (doubt !== null)
    return (
      <span className="numbers inline-flex flex-col items-start gap-0.5 leading-tight" title={doubt.sentence}>
        {doubt.code === 'exploratory' ? (
          <span className={classNames('whitespace-nowrap', size)}>{mean}</span>
        ) : (
          <s className={classNames('whitespace-nowrap text-ink-faint', size)}>{mean}</s>
        )}
        <Badge>{doubt.word}</Badge>
        <span className="sr-only">{doubt.sentence}</span>
      </span>
    );
  return (
    <span className="numbers inline-flex flex-col leading-tight">
      <span className={classNames('whitespace-nowrap font-medium', size)}>{mean}</span>
      <span className="whitespace-nowrap font-normal text-[0.6875rem] text-ink-faint tracking-normal">
        {interval}, {n}
      </span>
    </span>
  );
}
