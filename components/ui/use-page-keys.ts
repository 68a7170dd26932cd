'use client';

import { useEffect, useRef } from 'react';
import { followsGo } from './go-key';
import { isTyping } from './is-typing';

/** Keys of the page that is shown. Ignored while a person types, holds a modifier, or has a menu or dialog open. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const now = useRef(onKey);
  useEffect(() => {
    now.current = onKey;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (isMeantElsewhere(event)) return;
      if (!followsGo(event) && event.key !== 'g') now.current(event);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

/** Menus find their items by letters, and behind a dialog nothing may move. */
function isMeantElsewhere(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return true;
  const { target } = event;
  if (isTyping(target)) return true;
  return target instanceof Element && target.closest('[role="menu"], [role="dialog"]') !== null;
}
