import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { CopyLinkButton } from './copy-link-button';
import { PageApiButton } from './page-api-button';

export interface Crumb {
  readonly label: string;
  readonly href: string;
}

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly crumbs?: readonly Crumb[];
  readonly badges?: ReactNode;
  readonly actions?: ReactNode;
  /** For a page outside of the shell, whose reader has no account and so no key. */
  readonly isOutside?: boolean;
}

export function PageHeader({ title, description, crumbs, badges, actions, isOutside }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        {crumbs && crumbs.length > 0 ? (
          <nav
            aria-label="Where this page is"
            className="mb-1 flex flex-wrap items-center gap-1 text-ink-faint text-xs"
          >
            {crumbs.map((crumb) => (
              <span key={crumb.href} className="flex min-w-0 max-w-full items-center gap-1">
                <Link href={crumb.href} className="truncate rounded hover:text-ink hover:underline">
                  {crumb.label}
                </Link>
                <ChevronRight className="size-3 shrink-0" aria-hidden />
              </span>
            ))}
          </nav>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h1 className="min-w-0 break-words font-semibold text-xl tracking-tight">{title}</h1>
          {badges}
        </div>
        {description ? (
          <div className="mt-1 max-w-3xl text-pretty text-[0.8125rem] text-ink-faint">{description}</div>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {actions}
        {/* The two of every page go on to the next line together. */}
        <div className="flex items-center gap-2">
          <CopyLinkButton />
          {isOutside ? null : <PageApiButton />}
        </div>
      </div>
    </header>
  );
}
