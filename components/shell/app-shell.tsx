'use client';

import type { ReactNode } from 'react';
import { useViewer } from '@/components/account/viewer';
import { Link } from '@/components/ui/link';
import { Logo } from '@/components/ui/logo';
import { BottomBar } from './bottom-bar';
import { InboxLink } from './inbox-link';
import { PaletteDoor } from './palette-door';
import { SideNav } from './side-nav';
import { ThemeToggle } from './theme-toggle';
import { UserMenu } from './user-menu';
import { WorkerBanner } from './worker-banner';

/** Left navigation on a wide screen, a bar above and one below on a phone. */
export function AppShell({ children }: { children: ReactNode }) {
  const { workspaceName } = useViewer();
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-honey px-3 py-1.5 font-medium text-honey-ink focus:translate-y-0"
      >
        Skip to the content
      </a>
      <aside className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col border-line border-r bg-surface md:flex">
        <Link href="/" className="mx-2 mt-3 mb-3 flex shrink-0 items-center gap-2.5 rounded-md px-2 py-1">
          <Logo />
          <span className="min-w-0">
            <span className="block font-semibold leading-tight tracking-tight">Waggle</span>
            <span className="block truncate text-ink-faint text-xs">{workspaceName}</span>
          </span>
        </Link>
        <SideNav />
        <div className="mb-1 shrink-0">
          <InboxLink />
        </div>
        <div className="flex shrink-0 items-center gap-1 border-line border-t p-2">
          <UserMenu />
          <ThemeToggle />
        </div>
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex h-12 items-center gap-2 border-line border-b bg-surface/95 px-4 backdrop-blur md:hidden">
          <Link href="/" className="flex h-9 items-center gap-2 font-semibold tracking-tight">
            <Logo className="size-5" /> Waggle
          </Link>
          <span className="ml-auto flex items-center gap-1">
            <InboxLink compact />
            <ThemeToggle />
            <UserMenu compact />
          </span>
        </header>
        <WorkerBanner />
        <main
          id="main"
          className="mx-auto w-full min-w-0 max-w-[84rem] flex-1 px-4 pt-5 pb-24 md:px-8 md:pt-7 md:pb-12"
        >
          {children}
        </main>
        <BottomBar />
      </div>
      <PaletteDoor />
    </div>
  );
}
