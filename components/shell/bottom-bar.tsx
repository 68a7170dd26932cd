'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { classNames } from '@/components/ui/class-names';
import { isActive, NAV_ITEMS } from './nav-items';

export function BottomBar() {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {NAV_ITEMS.map((item) => {
        const active = isActive(item, pathname);
        return (
          <Link
            key={item.href}
            href={item.href}
            aria-current={active ? 'page' : undefined}
            className={classNames(
              'flex min-w-0 flex-auto flex-col items-center gap-0.5 py-2 text-[0.625rem] min-[390px]:text-[0.6875rem]',
              active ? 'font-medium text-ink' : 'text-ink-faint',
            )}
          >
            <item.icon className={classNames('size-5', active && 'text-honey-text')} aria-hidden />
            {item.label}
          </Link>
        );
      })}
    </nav>
  );
}
