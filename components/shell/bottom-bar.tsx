'use client';

import { Ellipsis } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { classNames } from '@/components/ui/class-names';
import { DropdownMenu, MenuGroup, MenuItem } from '@/components/ui/dropdown-menu';
import { Link } from '@/components/ui/link';
import { activeHref, NAV_GROUPS, NAV_ITEMS } from './nav-items';

/** As many as have room side by side on the narrowest phone; the rest opens upwards. */
const SHOWN: readonly string[] = ['/', '/experiments', '/runs', '/slots'];
const PLACE =
  'flex min-w-0 flex-1 flex-col items-center gap-0.5 py-2 text-[0.6875rem] focus-visible:outline-offset-[-3px]';

export function BottomBar() {
  const lit = activeHref(usePathname());
  const shown = NAV_ITEMS.filter(({ href }) => SHOWN.includes(href));
  const rest = NAV_GROUPS.map(({ heading, items }) => ({
    heading,
    items: items.filter(({ href }) => !SHOWN.includes(href)),
  })).filter(({ items }) => items.length > 0);
  const isInRest = lit !== null && !SHOWN.includes(lit);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {shown.map((item) => {
        const active = item.href === lit;
        return (
          <Link
            key={item.href}
            href={item.href}
            aria-current={active ? 'page' : undefined}
            className={classNames(PLACE, active ? 'font-medium text-ink' : 'text-ink-faint')}
          >
            <item.icon className={classNames('size-5', active && 'text-honey-text')} aria-hidden />
            {item.label}
          </Link>
        );
      })}
      <DropdownMenu
        trigger={
          <button
            type="button"
            className={classNames(PLACE, isInRest ? 'font-medium text-ink' : 'text-ink-faint')}
          >
            <Ellipsis className={classNames('size-5', isInRest && 'text-honey-text')} aria-hidden />
            More
          </button>
        }
      >
        {/* Two columns: all pages are in sight on a small phone. */}
        <div className="grid grid-cols-2 gap-x-1 gap-y-1.5">
          {rest.map(({ heading, items }) => (
            <MenuGroup key={heading} heading={heading ?? ''}>
              {items.map((item) => (
                <MenuItem key={item.href} asChild>
                  <Link href={item.href} aria-current={item.href === lit ? 'page' : undefined}>
                    <item.icon aria-hidden /> {item.label}
                  </Link>
                </MenuItem>
              ))}
            </MenuGroup>
          ))}
        </div>
      </DropdownMenu>
    </nav>
  );
}
