'use client';

import { usePathname } from 'next/navigation';
import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { NAV_ITEMS } from './nav-items';

const GENERAL = [
  { keys: ['Ctrl', 'K'], what: 'Search and commands (Cmd K on a Mac)' },
  { keys: ['/'], what: 'Search on this page' },
  { keys: ['j'], what: 'Next row of a list' },
  { keys: ['k'], what: 'Row before it' },
  { keys: ['x'], what: 'Choose the row' },
  { keys: ['Shift', 'X'], what: 'Choose all rows from the last one chosen' },
  { keys: ['c'], what: 'Compare the runs that are chosen' },
  { keys: ['?'], what: 'This sheet' },
  { keys: ['Esc'], what: 'Close what is open' },
] as const;

/** Keys that only work on some pages, told only there. */
const OF_PAGES = [{ pages: /^\/runs\/[^/]+$/, keys: ['d'], what: 'What changed in the prompt' }] as const;

export function ShortcutSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const pathname = usePathname();
  const here = OF_PAGES.filter((row) => row.pages.test(pathname));
  const pages = NAV_ITEMS.map((item) => ({ keys: ['g', item.key], what: `Go to ${item.label}` }));
  return (
    <Dialog {...props} title="Keyboard shortcuts">
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
    </Dialog>
  );
}
