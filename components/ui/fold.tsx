'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from './class-names';

interface FoldProps {
  readonly summary: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Content on demand: it is made when it is opened, so a closed one costs no request. */
export function Fold({ summary, className, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={classNames('group min-w-0', className)}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex cursor-pointer list-none items-start gap-1.5 rounded-sm text-[0.8125rem] text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="mt-0.5 size-3.5 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
        />
        <span className="min-w-0">{summary}</span>
      </summary>
      {isOpen ? <div className="mt-2 min-w-0">{children}</div> : null}
    </details>
  );
}
