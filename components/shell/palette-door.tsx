'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { PALETTE_EVENT, type PaletteMode } from '@/components/ui/palette-events';
import { useShortcuts } from './use-shortcuts';

const CommandPalette = dynamic(() => import('./command-palette').then((part) => part.CommandPalette));

/** Hears the shortcuts from the first moment on; the palette itself is fetched when it is first asked for. */
export function PaletteDoor() {
  useShortcuts();
  const [first, setFirst] = useState<{ readonly mode: PaletteMode; readonly from: Element | null } | null>(
    null,
  );
  useEffect(() => {
    const onOpen = (event: Event) =>
      setFirst({ mode: (event as CustomEvent<PaletteMode>).detail, from: document.activeElement });
    window.addEventListener(PALETTE_EVENT, onOpen, { once: true });
    return () => window.removeEventListener(PALETTE_EVENT, onOpen);
  }, []);
  return first === null ? null : <CommandPalette opensWith={first.mode} openedFrom={first.from} />;
}
