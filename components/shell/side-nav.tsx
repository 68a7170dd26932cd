'use client';

import { Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { classNames } from '@/components/ui/class-names';
import { Kbd } from '@/components/ui/kbd';
import { Link } from '@/components/ui/link';
import { openPalette } from '@/components/ui/palette-events';
import { isActive, NAV_ITEMS } from './nav-items';

export function SideNav() {
  const pathname = usePathname();
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5 px-2">
      <button
        type="button"
        onClick={() => openPalette('search')}
        className="mb-3 flex h-8.5 items-center gap-2 rounded-md border border-line bg-canvas px-2.5 text-[0.8125rem] text-ink-faint hover:border-line-strong hover:text-ink"
      >
        <Search className="size-4" aria-hidden /> Search
        <span className="ml-auto">
          <Kbd>Ctrl K</Kbd>
        </span>
      </button>
      {NAV_ITEMS.map((item) => {
        const active = isActive(item, pathname);
        return (
          <Link
            key={item.href}
            href={item.href}
            aria-current={active ? 'page' : undefined}
            className={classNames(
              'flex h-8.5 items-center gap-2.5 rounded-md px-2.5 font-medium text-[0.8125rem] transition-colors',
              active ? 'bg-hover text-ink' : 'text-ink-soft hover:bg-sunken hover:text-ink',
            )}
          >
            <item.icon
              className={classNames('size-4', active ? 'text-honey-text' : 'text-ink-faint')}
              aria-hidden
            />
            {item.label}
          </Link>
        );
      })}
    </nav>
  );
}
