import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { keptFigures } from './kept-figures';

export interface Definition {
  readonly term: string;
  readonly value: ReactNode;
}

/** Names and values; two columns of pairs where there is room. */
export function DefinitionList({ items, className }: { items: readonly Definition[]; className?: string }) {
  return (
    <dl className={classNames('grid gap-x-8 gap-y-2.5 sm:grid-cols-2', className)}>
      {items.map((item) => (
        <div
          key={item.term}
          className="flex min-w-0 items-baseline justify-between gap-4 border-line border-b pb-2 last:border-b-0 last:pb-0 sm:border-dashed sm:nth-last-[2]:odd:border-b-0 sm:nth-last-[2]:odd:pb-0"
        >
          <dt className="shrink-0 text-[0.8125rem] text-ink-faint">{item.term}</dt>
          <dd className="numbers min-w-0 break-words text-right text-[0.8125rem] text-ink">
            {keptFigures(item.value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
