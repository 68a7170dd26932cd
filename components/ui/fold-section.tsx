'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface FoldSectionProps {
  readonly title: string;
  /** Count or state that is seen without opening. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

/** A section of a page behind its title, for cards that few readers need. Its content is made when it is opened. */
export function FoldSection({ title, note, children }: FoldSectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="group min-w-0" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-lg border border-line bg-surface px-4 py-2.5 text-[0.8125rem] hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
        />
        <span className="font-medium">{title}</span>
        {note === undefined ? null : <span className="numbers text-ink-faint text-xs">{note}</span>}
      </summary>
      {isOpen ? <div className="mt-4 flex min-w-0 flex-col gap-4">{children}</div> : null}
    </details>
  );
}
