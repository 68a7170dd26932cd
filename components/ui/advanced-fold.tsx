'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Card } from './card';
import { classNames } from './class-names';

interface AdvancedFoldProps {
  /** One line about all of it. */
  readonly summary: string;
  /** A fault is never hidden: all is open until it is gone. */
  readonly hasFault: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Everything that a form can do without: one line until it is opened. */
export function AdvancedFold({ summary, hasFault, className, children }: AdvancedFoldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // Set rather than derived, so that it does not close at the moment in which the fault is fixed.
  if (hasFault && !isOpen) setOpen(true);
  return (
    <Card flush className={className}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3">
        <h2>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            className="-ml-1 flex min-h-6 items-center gap-1 rounded px-1 font-semibold text-[0.875rem] tracking-tight hover:text-honey-text"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight
              className={classNames('size-4 text-ink-faint transition-transform', isOpen && 'rotate-90')}
              aria-hidden
            />
            Advanced
          </button>
        </h2>
        <p className="min-w-0 break-words text-ink-faint text-xs">{summary}</p>
      </div>
      <div id={id} className={isOpen ? 'border-line border-t px-4' : undefined}>
        {isOpen ? children : null}
      </div>
    </Card>
  );
}
