import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { classNames } from './class-names';
import { keptFigures } from './kept-figures';
import { ScrollBox } from './scroll-box';

/** A row is its first cell and, below it, a line of the others; the heads are for screen readers only. */
const STACKED = classNames(
  'max-sm:block max-sm:[&_tbody]:block max-sm:[&_thead]:sr-only',
  'max-sm:[&_tr]:flex max-sm:[&_tr]:flex-wrap max-sm:[&_tr]:items-baseline max-sm:[&_tr]:gap-x-4 max-sm:[&_tr]:gap-y-1 max-sm:[&_tr]:px-4 max-sm:[&_tr]:py-2.5',
  'max-sm:[&_td]:block max-sm:[&_td]:whitespace-normal max-sm:[&_td]:p-0! max-sm:[&_td]:text-left max-sm:[&_td:first-child]:basis-full',
  'max-sm:[&_td[data-head]]:before:mr-1.5 max-sm:[&_td[data-head]]:before:text-ink-faint max-sm:[&_td[data-head]]:before:content-[attr(data-head)]',
);

/** A table that scrolls sideways in its own box, so that the page never does. */
export function Table({
  caption,
  className,
  minWidth,
  isStacked,
  children,
}: {
  caption: string;
  className?: string;
  /** As CSS has it, but on a phone; below it the table scrolls in its box. */
  minWidth?: string;
  /** On a phone the cells of a row stand below each other instead, with their `data-head` before them. */
  isStacked?: boolean;
  children: ReactNode;
}) {
  return (
    <ScrollBox label={caption} className="fade-edges w-full overflow-x-auto">
      <table
        className={classNames(
          'w-full border-collapse text-left text-[0.8125rem] sm:min-w-(--least)',
          isStacked && STACKED,
          className,
        )}
        style={minWidth === undefined ? undefined : ({ '--least': minWidth } as CSSProperties)}
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </ScrollBox>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="border-line border-y bg-sunken/60 text-ink-faint text-xs">
      <tr>{children}</tr>
    </thead>
  );
}

interface CellProps extends ComponentProps<'td'> {
  /** Right-aligned, as numbers are read. */
  readonly numeric?: boolean;
}

export function HeadCell({ numeric, className, ...rest }: CellProps) {
  return (
    <th
      scope="col"
      {...(rest as ComponentProps<'th'>)}
      className={classNames(
        'whitespace-nowrap px-3 py-2 font-medium first:pl-4 last:pr-4',
        numeric && 'text-right',
        className,
      )}
    />
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="divide-y divide-line">{children}</tbody>;
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={classNames('transition-colors hover:bg-sunken/70', className)} />;
}

export function Cell({ numeric, className, children, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={classNames(
        'px-3 py-2.5 align-middle first:pl-4 last:pr-4',
        numeric && 'numbers whitespace-nowrap text-right',
        className,
      )}
    >
      {keptFigures(children)}
    </td>
  );
}
