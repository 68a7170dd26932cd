import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '@/lib/view/tone';
import { classNames } from './class-names';
import { keptFigures } from './kept-figures';

const LOOKS: Readonly<Record<Tone, { readonly classes: string; readonly icon: typeof Info }>> = {
  neutral: { classes: 'border-line bg-sunken text-ink-soft', icon: Info },
  info: { classes: 'border-transparent bg-info-wash text-info', icon: Info },
  good: { classes: 'border-transparent bg-good-wash text-good', icon: CircleCheck },
  honey: { classes: 'border-honey-line bg-honey-wash text-honey-text', icon: TriangleAlert },
  bad: { classes: 'border-transparent bg-bad-wash text-bad', icon: OctagonAlert },
};

interface NoticeProps {
  readonly tone?: Tone;
  readonly title?: ReactNode;
  readonly action?: ReactNode;
  /** Read out at once when it appears. */
  readonly urgent?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}

export function Notice({ tone = 'neutral', title, action, urgent, className, children }: NoticeProps) {
  const { classes, icon: Icon } = LOOKS[tone];
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={classNames(
        'flex items-start gap-2.5 rounded-lg border px-3.5 py-2.5 text-[0.8125rem]',
        classes,
        className,
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        {title ? <p className="font-medium">{keptFigures(title)}</p> : null}
        {children ? <div className="min-w-0 break-words text-ink-soft">{keptFigures(children)}</div> : null}
      </div>
      {action}
    </div>
  );
}
