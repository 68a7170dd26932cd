'use client';

import { useEffect, useRef } from 'react';
import { isTyping } from './is-typing';

/** Within it a letter after `g` goes to a page, whatever it means on this one. */
export const GO_MS = 1200;

/** Keys of the page that is shown. Whoever types, holds a key down beside them, or has a menu or dialog open means something else. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const now = useRef(onKey);
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    now.current = onKey;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (isMeantElsewhere(event)) return;
      if (event.key === 'g') goPressedAt.current = event.timeStamp;
      if (event.timeStamp - goPressedAt.current >= GO_MS) now.current(event);
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
