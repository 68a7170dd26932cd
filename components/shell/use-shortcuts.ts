'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { isTyping } from '@/components/ui/is-typing';
import { GO_MS } from '@/components/ui/use-page-keys';
import { NAV_ITEMS } from './nav-items';
import { openPalette } from './palette-events';

/** Ctrl/Cmd-K and ? anywhere, / for the page's search, g and a letter to go somewhere. */
export function useShortcuts(): void {
  const router = useRouter();
  const goPressedAt = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette('search');
        return;
      }
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === '?') return openPalette('shortcuts');
      if (event.key === '/') return focusSearch(event);
      if (event.key === 'g') {
        goPressedAt.current = event.timeStamp;
        return;
      }
      const item = NAV_ITEMS.find((known) => known.key === event.key);
      if (item && event.timeStamp - goPressedAt.current < GO_MS) router.push(item.href);
      goPressedAt.current = 0;
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [router]);
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!field) return;
  event.preventDefault();
  field.focus();
}
