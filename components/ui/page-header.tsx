import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { CopyLinkButton } from './copy-link-button';
import { PageMenu } from './page-menu';

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
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Trail crumbs={crumbs ?? []}>
            <h1 className="min-w-0 break-words font-semibold text-xl tracking-tight">{title}</h1>
          </Trail>
          {badges}
        </div>
        {description ? (
          <div className="mt-1 max-w-3xl text-pretty text-[0.8125rem] text-ink-faint">{description}</div>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {actions}
        {isOutside ? <CopyLinkButton /> : <PageMenu />}
      </div>
    </header>
  );
}

/** The way to this page; its last part is the page itself, so the title is not repeated. */
function Trail({ crumbs, children }: { crumbs: readonly Crumb[]; children: ReactNode }) {
  if (crumbs.length === 0) return children;
  return (
    <nav aria-label="Where this page is" className="min-w-0 max-w-full">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
        {crumbs.map((crumb) => (
          <li
            key={crumb.href}
            className="flex min-w-0 max-w-full items-center gap-1.5 text-[0.8125rem] text-ink-faint"
          >
            <Link href={crumb.href} className="truncate rounded leading-6 hover:text-ink hover:underline">
              {crumb.label}
            </Link>
            <ChevronRight className="size-3.5 shrink-0" aria-hidden />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 max-w-full">
          {children}
        </li>
      </ol>
    </nav>
  );
}
