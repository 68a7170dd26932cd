import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names';

const BOX =
  'w-full rounded-md border border-line-strong bg-surface text-ink shadow-card placeholder:text-ink-faint/80 focus-visible:border-honey-line focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint aria-invalid:border-bad';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(BOX, 'h-8.5 px-2.5 text-[0.8125rem]', className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea {...rest} className={classNames(BOX, 'min-h-20 px-2.5 py-2 text-[0.8125rem]', className)} />
  );
}

/** The browser's own select: it works with every keyboard, screen reader and phone. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative block w-full', className)}>
      <select
        {...rest}
        className={classNames(BOX, 'h-8.5 appearance-none truncate pr-8 pl-2.5 text-[0.8125rem]')}
      >
        {children}
      </select>
      <ChevronDown
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2.5 size-4 text-ink-faint"
        aria-hidden
      />
    </span>
  );
}
