'use client';

import { usePathname } from 'next/navigation';
import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { ScrollBox } from '@/components/ui/scroll-box';
import { shortcutsOf } from '@/lib/view/page-shortcuts';
import { NAV_ITEMS } from './nav-items';

const GENERAL = [
  { keys: ['Ctrl', 'K'], what: 'Search and commands (Cmd K on a Mac)' },
  { keys: ['/'], what: 'Search on this page' },
  { keys: ['a'], what: 'This page over the API: curl, TypeScript, Python' },
  { keys: ['?'], what: 'This sheet' },
  { keys: ['Esc'], what: 'Close what is open' },
] as const;

export function ShortcutSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const pathname = usePathname();
  const here = shortcutsOf(pathname);
  const pages = NAV_ITEMS.map((item) => ({ keys: ['g', item.key], what: `Go to ${item.label}` }));
  return (
    <Dialog {...props} title="Keyboard shortcuts">
      {/* Higher than a phone is, and nothing in it takes the focus: without a tab stop no key would scroll it. */}
      <ScrollBox label="All shortcuts">
        <dl className="divide-y divide-line">
          {[...here, ...GENERAL, ...pages].map((row) => (
            <div key={row.what} className="flex items-center justify-between gap-4 py-2 text-[0.8125rem]">
              <dt className="text-ink-soft">{row.what}</dt>
              <dd className="flex gap-1">
                {row.keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </ScrollBox>
    </Dialog>
  );
}
