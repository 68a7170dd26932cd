import type { ReactNode } from 'react';
import { Logo } from '@/components/ui/logo';

/** The one card of the pages outside the workspace. */
export function AccountFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <main className="flex min-h-dvh items-center justify-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex flex-col items-center gap-3 text-center">
          <Logo className="size-10" />
          <div>
            <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
            <p className="mt-1 text-balance text-[0.8125rem] text-ink-faint">{lead}</p>
          </div>
        </div>
        <div className="rounded-xl border border-line bg-surface p-6 shadow-card">{children}</div>
      </div>
    </main>
  );
}
