'use client';

import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

export interface TabItem {
  readonly value: string;
  readonly label: string;
  readonly count?: number | undefined;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly items: readonly TabItem[];
}

/** Only the open tab is drawn; the others cost nothing. */
export function Tabs({ label, value, onChange, items }: TabsProps) {
  const listRef = useRef<HTMLDivElement>(null);
  // A count that arrives makes its tab wider.
  const countsKnown = items.filter((item) => item.count !== undefined).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths change with the counts.
  useEffect(() => {
    const list = listRef.current;
    const tab = list?.querySelector<HTMLElement>(`[role="tab"][data-value="${value}"]`);
    // On a phone not all fit: the open one is brought into sight, without moving the page.
    if (list && tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [value, countsKnown]);
  return (
    <Radix.Root value={value} onValueChange={onChange} className="min-w-0">
      <Radix.List
        ref={listRef}
        aria-label={label}
        className="fade-edges relative mb-4 flex gap-1 max-sm:gap-0 overflow-x-auto border-line border-b focus-visible:border-honey"
      >
        {items.map((item) => (
          // On a phone without its count, so that more of the others fit.
          <Radix.Trigger
            key={item.value}
            value={item.value}
            data-value={item.value}
            className="-mb-px flex h-9 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-2.5 max-sm:px-1.5 font-medium text-[0.8125rem] text-ink-faint transition-colors hover:text-ink focus-visible:outline-offset-[-2px] data-[state=active]:border-honey data-[state=active]:text-ink"
          >
            {item.label}
            {item.count === undefined ? null : (
              <span className="numbers rounded-full bg-sunken px-1.5 text-[0.6875rem] text-ink-faint max-sm:hidden">
                {item.count.toLocaleString('en-US')}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content key={item.value} value={item.value} className="min-w-0 focus-visible:outline-offset-4">
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
