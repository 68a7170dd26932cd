'use client';

import { type RefObject, useEffect } from 'react';
import { isTyping } from '@/components/ui/is-typing';

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** j and k walk the rows of the one list of a page: the focus goes to a row's first link, so Enter opens it. */
export function useRowKeys(boxRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.defaultPrevented || isTyping(event.target) || isInOverlay(event.target)) return;
      const links = [...(boxRef.current?.querySelectorAll('tbody tr') ?? [])].flatMap(
        (row) => row.querySelector('a') ?? [],
      );
      const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
      links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [boxRef]);
}

/** Menus find their items by letters, and behind a dialog nothing may move. */
function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="menu"], [role="dialog"]') !== null;
}
