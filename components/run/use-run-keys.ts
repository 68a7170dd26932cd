'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import { useEffect, useRef } from 'react';
import { isTyping } from '@/components/ui/is-typing';

/** Within it a letter after `g` goes to a page (components/shell/use-shortcuts). */
const SEQUENCE_MS = 1200;

/** `d` on a run's page opens what changed in its prompt; the keys of everywhere are in the shell. */
export function useRunKeys(): void {
  const [, set] = useQueryStates({ tab: parseAsString, view: parseAsString });
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'g') goPressedAt.current = event.timeStamp;
      if (event.timeStamp - goPressedAt.current < SEQUENCE_MS) return;
      if (event.key !== 'd' || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (event.target instanceof Element && event.target.closest('[role="menu"], [role="dialog"]')) return;
      void set({ tab: 'playbook', view: 'bullets' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [set]);
}
