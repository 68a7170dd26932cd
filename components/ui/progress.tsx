import { classNames } from './class-names';

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly tone?: 'honey' | 'good' | 'bad' | 'neutral';
  readonly className?: string;
}

const FILLS = { honey: 'bg-honey', good: 'bg-good', bad: 'bg-bad', neutral: 'bg-line-strong' } as const;

export function Progress({ label, value, max, tone = 'honey', className }: ProgressProps) {
  const share = max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      className={classNames('h-1.5 w-full overflow-hidden rounded-full bg-hover', className)}
    >
      <div className={classNames('h-full rounded-full', FILLS[tone])} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
