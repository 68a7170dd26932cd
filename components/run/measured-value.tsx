import { classNames } from '@/components/ui/class-names';
import type { Measurement } from '@/lib/domain/score';
import { describeMeasurement } from '@/lib/view/numbers';

interface MeasuredValueProps {
  readonly measurement: Measurement | null;
  /** What stands where nothing was measured. */
  readonly none?: string;
  readonly large?: boolean;
}

/** A score with its interval and n, never alone. */
export function MeasuredValue({ measurement, none = 'not measured yet', large }: MeasuredValueProps) {
  if (measurement === null) return <span className="text-ink-faint">{none}</span>;
  const { mean, interval, n } = describeMeasurement(measurement);
  return (
    <span className="numbers inline-flex flex-col leading-tight">
      <span className={classNames('whitespace-nowrap font-medium', large ? 'text-lg tracking-tight' : '')}>
        {mean}
      </span>
      <span className="whitespace-nowrap font-normal text-[0.6875rem] text-ink-faint tracking-normal">
        {interval}, {n}
      </span>
    </span>
  );
}
