import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** It is the page's own heading, where there is nothing else on the page. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
  /** The next thing to do. */
  readonly action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, isPage, children, action }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <span className="flex size-10 items-center justify-center rounded-lg border border-line bg-sunken text-ink-faint">
        <Icon className="size-5" aria-hidden />
      </span>
      <div className="flex max-w-md flex-col gap-1">
        <Title
          className={isPage ? 'font-semibold text-base text-ink tracking-tight' : 'font-medium text-ink'}
        >
          {title}
        </Title>
        {children ? <div className="text-balance text-[0.8125rem] text-ink-faint">{children}</div> : null}
      </div>
      {action ? <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
