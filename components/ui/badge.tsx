import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '@/lib/view/tone';
import { classNames } from './class-names';

const TONES: Readonly<Record<Tone, string>> = {
  neutral: 'border-line bg-sunken text-ink-soft',
  honey: 'border-honey-line bg-honey-wash text-honey-text',
  good: 'border-transparent bg-good-wash text-good',
  bad: 'border-transparent bg-bad-wash text-bad',
  info: 'border-transparent bg-info-wash text-info',
};

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly title?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A word with a tone and an icon: colour never says it alone. */
export function Badge({ tone = 'neutral', icon: Icon, title, className, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex h-5 w-fit max-w-full shrink-0 items-center gap-1 whitespace-nowrap rounded-full align-middle border px-2 font-medium text-[0.6875rem] leading-none',
        TONES[tone],
        className,
      )}
    >
      {Icon ? <Icon className="size-3 shrink-0" aria-hidden /> : null}
      {children}
    </span>
  );
}
