'use client';

import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { addressedPlace, type DetailSection, SECTION_LABELS } from '@/lib/view/run-places';

interface DetailsPanelProps {
  readonly sections: readonly DetailSection[];
  readonly open: DetailSection;
  /** Entries of the ledger. */
  readonly entries: number;
  readonly onOpen: (section: DetailSection) => void;
  readonly children: ReactNode;
}

/** Everything that is read to check a run rather than to use its result; one section at a time. */
export function DetailsPanel({ sections, open, entries, onOpen, children }: DetailsPanelProps) {
  // An address of its own, so that a section opens in a new window too; a plain click reads nothing again.
  const follow = (event: MouseEvent, section: DetailSection) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(section);
  };
  return (
    <>
      <nav aria-label="Details" className="mb-4 flex flex-wrap gap-1">
        {sections.map((section) => (
          <a
            key={section}
            href={`?tab=${addressedPlace(section)}`}
            aria-current={section === open ? 'page' : undefined}
            onClick={(event) => follow(event, section)}
            className={classNames(
              'flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2.5 font-medium text-ink-faint text-xs hover:bg-hover hover:text-ink',
              section === open && 'bg-sunken text-ink',
            )}
          >
            {SECTION_LABELS[section]}
            {section === 'ledger' ? (
              <span className="numbers font-normal text-[0.6875rem] text-ink-faint">
                {entries.toLocaleString('en-US')}
              </span>
            ) : null}
          </a>
        ))}
      </nav>
      {children}
    </>
  );
}
