import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';

interface StartCardProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** The way for a reader who has nothing yet. */
  readonly isFirst?: boolean;
  readonly action: ReactNode;
  readonly children?: ReactNode;
}

/** One of the ways to begin. */
export function StartCard({ icon: Icon, title, text, isFirst, action, children }: StartCardProps) {
  return (
    <section
      className={classNames(
        'flex min-h-52 min-w-0 flex-col gap-2 rounded-lg border p-5 shadow-card',
        isFirst ? 'border-honey-line bg-honey-wash' : 'border-line bg-surface',
      )}
    >
      <Icon className={classNames('size-5', isFirst ? 'text-honey-text' : 'text-ink-faint')} aria-hidden />
      <h2 className="font-semibold text-base tracking-tight">{title}</h2>
      <p className="text-pretty text-[0.8125rem] text-ink-soft">{text}</p>
      <div className="mt-auto flex flex-wrap gap-2 pt-3">{action}</div>
      {children}
    </section>
  );
}
