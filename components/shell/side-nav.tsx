'use client';

import { Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useId } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Kbd } from '@/components/ui/kbd';
import { Link } from '@/components/ui/link';
import { openPalette } from '@/components/ui/palette-events';
import { activeHref, NAV_GROUPS, type NavGroup, type NavItem } from './nav-items';

export function SideNav() {
  const active = activeHref(usePathname());
  return (
    <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col overflow-y-auto px-2 pb-2">
      <button
        type="button"
        onClick={() => openPalette('search')}
        className="mb-2 flex h-8.5 shrink-0 items-center gap-2 rounded-md border border-line bg-canvas px-2.5 text-[0.8125rem] text-ink-faint hover:border-line-strong hover:text-ink"
      >
        <Search className="size-4" aria-hidden /> Search
        <span className="ml-auto">
          <Kbd>Ctrl K</Kbd>
        </span>
      </button>
      {NAV_GROUPS.map((group) => (
        <Group key={group.heading} group={group} active={active} />
      ))}
    </nav>
  );
}

function Group({ group: { heading, items }, active }: { group: NavGroup; active: string | null }) {
  const id = useId();
  const links = items.map((item) => <Entry key={item.href} item={item} isActive={item.href === active} />);
  if (heading === null) return links;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form.
    <div role="group" aria-labelledby={id} className="mt-3 flex flex-col gap-px">
      <p id={id} className="mb-0.5 px-2.5 font-medium text-[0.6875rem] text-ink-faint">
        {heading}
      </p>
      {links}
    </div>
  );
}

function Entry({ item, isActive }: { item: NavItem; isActive: boolean }) {
  return (
    <Link
      href={item.href}
      aria-current={isActive ? 'page' : undefined}
      className={classNames(
        'flex h-7.5 shrink-0 items-center gap-2.5 rounded-md px-2.5 font-medium text-[0.8125rem] transition-colors',
        isActive ? 'bg-hover text-ink' : 'text-ink-soft hover:bg-sunken hover:text-ink',
      )}
    >
      <item.icon
        className={classNames('size-4', isActive ? 'text-honey-text' : 'text-ink-faint')}
        aria-hidden
      />
      {item.label}
    </Link>
  );
}
