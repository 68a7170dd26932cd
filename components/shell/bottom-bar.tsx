'use client';

import { Ellipsis } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { classNames } from '@/components/ui/class-names';
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu';
import { Link } from '@/components/ui/link';
import { isActive, NAV_ITEMS } from './nav-items';

/** As many as have room side by side on the narrowest phone; the rest opens upwards. */
const SHOWN: readonly string[] = ['/', '/experiments', '/reports', '/slots'];
const PLACE =
  'flex min-w-0 flex-1 flex-col items-center gap-0.5 py-2 text-[0.6875rem] focus-visible:outline-offset-[-3px]';

export function BottomBar() {
  const pathname = usePathname();
  const shown = NAV_ITEMS.filter(({ href }) => SHOWN.includes(href));
  const rest = NAV_ITEMS.filter(({ href }) => !SHOWN.includes(href));
  const isInRest = rest.some((item) => isActive(item, pathname));
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {shown.map((item) => {
        const active = isActive(item, pathname);
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
        {rest.map((item) => (
          <MenuItem key={item.href} asChild>
            <Link href={item.href} aria-current={isActive(item, pathname) ? 'page' : undefined}>
              <item.icon aria-hidden /> {item.label}
            </Link>
          </MenuItem>
        ))}
      </DropdownMenu>
    </nav>
  );
}
