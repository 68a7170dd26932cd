'use client';

import { CircleUserRound, Keyboard, LogOut, UserRound } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/dropdown-menu';
import { Link } from '@/components/ui/link';
import { openPalette } from '@/components/ui/palette-events';

export function UserMenu({ compact }: { compact?: boolean }) {
  const { name, role } = useViewer();
  return (
    <DropdownMenu
      align={compact ? 'end' : 'start'}
      trigger={
        <button
          type="button"
          aria-label={`Your account, ${name}, ${role}`}
          className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
        >
          <CircleUserRound className="size-5 shrink-0 text-ink-faint" aria-hidden />
          {compact ? null : (
            <span className="min-w-0 leading-tight">
              <span className="block truncate text-xs">{name}</span>
              <span className="block text-[0.6875rem] text-ink-faint">{role}</span>
            </span>
          )}
        </button>
      }
    >
      <MenuLabel>
        {name} · {role}
      </MenuLabel>
      <MenuItem asChild>
        <Link href="/settings?tab=profile">
          <UserRound aria-hidden /> Profile and password
        </Link>
      </MenuItem>
      <MenuItem onSelect={() => openPalette('shortcuts')}>
        <Keyboard aria-hidden /> Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/sign-out">
          <LogOut aria-hidden /> Sign out
        </Link>
      </MenuItem>
    </DropdownMenu>
  );
}
