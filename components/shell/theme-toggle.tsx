'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem, MenuLabel } from '@/components/ui/dropdown-menu';

const THEMES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'As the system', icon: Monitor },
] as const;

export function ThemeToggle() {
  const { setTheme } = useTheme();
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="iconSm" aria-label="Theme">
          <Sun className="dark:hidden" aria-hidden />
          <Moon className="hidden dark:block" aria-hidden />
        </Button>
      }
    >
      <MenuLabel>Theme</MenuLabel>
      {THEMES.map((theme) => (
        <MenuItem key={theme.value} onSelect={() => setTheme(theme.value)}>
          <theme.icon aria-hidden /> {theme.label}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
