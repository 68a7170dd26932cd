import type { ReactNode } from 'react';
import { keptFigures } from '@/components/ui/kept-figures';

interface RunFactProps {
  readonly name: string;
  readonly note?: ReactNode;
  /** Longer form of the note, in its tooltip. */
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** One number in the head of a run: three lines, whose height is kept while a number is on its way. */
export function RunFact({ name, note, title, children }: RunFactProps) {
  return (
    <div className="min-w-0 bg-surface px-3.5 py-2" title={title}>
      <h2 className="truncate font-normal text-[0.6875rem] text-ink-faint leading-4">{name}</h2>
      <div className="flex min-h-6 items-center text-[0.9375rem] tracking-tight">{children}</div>
      <div className="min-h-4 text-[0.6875rem] text-ink-faint leading-4 max-sm:line-clamp-2 sm:truncate">
        {keptFigures(note)}
      </div>
    </div>
  );
}
