'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { type GroupName, hasFaultIn } from '@/lib/view/experiment-groups';
import { useDraft } from './draft-field';

interface AdvancedSectionProps {
  readonly name: GroupName;
  readonly hint: string;
  /** One line for each part: what is set while the section is closed. */
  readonly summary: readonly string[];
  readonly children: ReactNode;
}

/** A group that most experiments leave as it is: closed, with what is set in its place. */
export function AdvancedSection({ name, hint, summary, children }: AdvancedSectionProps) {
  const id = useId();
  // A fault is never hidden: the group is open until it is gone.
  const hasFault = hasFaultIn(name, useDraft().fault);
  const [isOpen, setOpen] = useState(false);
  // Opened here rather than shown as open: it must not close at the moment in which the fault is fixed.
  if (hasFault && !isOpen) setOpen(true);
  return (
    <section className="grid min-w-0 gap-x-8 gap-y-3 border-line border-b py-4 last:border-b-0 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h3>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-part`}
            className="-ml-1 flex min-h-6 items-center gap-1 rounded px-1 font-semibold text-[0.875rem] tracking-tight hover:text-honey-text"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight
              className={classNames('size-4 text-ink-faint transition-transform', isOpen && 'rotate-90')}
              aria-hidden
            />
            {name}
          </button>
        </h3>
        <p className="mt-1 text-ink-faint text-xs">{hint}</p>
      </div>
      <div id={`${id}-part`} className="min-w-0">
        {isOpen ? (
          <div className="flex min-w-0 flex-col gap-5">{children}</div>
        ) : (
          <ul className="flex flex-col gap-0.5 text-ink-soft text-xs leading-5">
            {summary.map((line) => (
              <li key={line} className="numbers min-w-0 break-words">
                {line}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
