'use client';

import { Command } from 'cmdk';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Entries of the command palette under one heading. */
export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  readonly icon: LucideIcon;
  /** By which the list finds it; left out, its text. */
  readonly value?: string;
  /** Other words that find it where the first letters are typed. */
  readonly keywords?: string[] | undefined;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function Item({ icon: Icon, value, keywords, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      {...(value ? { value } : {})}
      {...(keywords ? { keywords } : {})}
      onSelect={onSelect}
      className="flex h-9 items-center gap-2.5 rounded-md px-2.5 text-[0.8125rem] data-[selected=true]:bg-hover"
    >
      <Icon className="size-4 text-ink-faint" aria-hidden />
      {children}
    </Command.Item>
  );
}
