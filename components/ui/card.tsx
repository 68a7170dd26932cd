import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { keptFigures } from './kept-figures';

interface CardProps {
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  /** Without padding: for tables that run to the edge. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export function Card({ title, description, actions, className, flush, children }: CardProps) {
  return (
    <section
      className={classNames('min-w-0 rounded-lg border border-line bg-surface shadow-card', className)}
    >
      {title || actions ? (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-3">
          <div className="min-w-0 flex-1 basis-48">
            {title ? (
              <h2 className="font-semibold text-[0.875rem] text-ink tracking-tight">{title}</h2>
            ) : null}
            {description ? <p className="mt-0.5 text-ink-faint text-xs">{keptFigures(description)}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      <div className={flush ? 'min-w-0' : classNames('px-4 pb-4', title || actions ? '' : 'pt-4')}>
        {children}
      </div>
    </section>
  );
}
