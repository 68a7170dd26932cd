'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { followsGo } from '@/components/ui/go-key';
import { isTyping } from '@/components/ui/is-typing';
import { openPalette } from '@/components/ui/palette-events';
import { usePageKeys } from '@/components/ui/use-page-keys';
import { NAV_ITEMS } from './nav-items';

/** Ctrl/Cmd-K and ? anywhere, / for the page's search, a for its requests, g and a letter to go somewhere. */
export function useShortcuts(): void {
  const router = useRouter();
  usePageKeys(({ key }) => {
    if (key === 'a') openPalette('api');
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette('search');
        return;
      }
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      const isGoing = followsGo(event);
      if (event.key === '?') return openPalette('shortcuts');
      if (event.key === '/') return focusSearch(event);
      const item = isGoing ? NAV_ITEMS.find((known) => known.key === event.key) : undefined;
      if (item) router.push(item.href);
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
