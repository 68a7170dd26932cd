'use client';

import { Ellipsis, Link2, Terminal } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './button';
import { copyPageLink } from './copy-page-link';
import { DropdownMenu, MenuItem } from './dropdown-menu';
import { Kbd } from './kbd';
import { openPalette } from './palette-events';

/** Menu of every page: its address, and the API requests behind it. */
export function PageMenu() {
  const wantsApi = useRef(false);
  /** After the menu has given the focus back to its button, so that the dialog returns it there too. */
  const onClosed = () => {
    if (!wantsApi.current) return;
    wantsApi.current = false;
    setTimeout(() => openPalette('api'));
  };
  return (
    <DropdownMenu
      onClosed={onClosed}
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label="Link and API"
          title="Copy the link, see the API requests"
        >
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => void copyPageLink()}>
        <Link2 aria-hidden /> Copy link
      </MenuItem>
      <MenuItem
        onSelect={() => {
          wantsApi.current = true;
        }}
      >
        <Terminal aria-hidden /> API requests
        <span className="ml-auto pl-4">
          <Kbd>a</Kbd>
        </span>
      </MenuItem>
    </DropdownMenu>
  );
}
