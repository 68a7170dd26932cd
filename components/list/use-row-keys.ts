'use client';

import { type RefObject, useEffect, useRef } from 'react';
import { isTyping } from '@/components/ui/is-typing';

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

interface RowActions {
  /** x and X, on the row that has the focus. */
  readonly onChoose?: ((id: string, reaches: boolean) => void) | undefined;
  /** c, on the rows that are chosen. */
  readonly onCompare?: (() => void) | undefined;
}

/**
 * j and k walk the rows of the one list of a page: the focus goes to a row's first link, so Enter opens it. x chooses
 * the row and X all rows from the last one chosen; c compares what is chosen.
 */
export function useRowKeys(boxRef: RefObject<HTMLElement | null>, actions: RowActions = {}): void {
  const now = useRef(actions);
  useEffect(() => {
    now.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isMeantElsewhere(event)) return;
      const step = STEPS[event.key];
      if (step !== undefined) walk(boxRef.current, step);
      else if (event.key === 'c') now.current.onCompare?.();
      else if (event.key === 'x' || event.key === 'X') {
        const id = rowInFocus(boxRef.current);
        if (id !== null) now.current.onChoose?.(id, event.key === 'X');
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [boxRef]);
}

function walk(box: HTMLElement | null, step: number): void {
  const links = [...(box?.querySelectorAll('tbody tr') ?? [])].flatMap((row) => row.querySelector('a') ?? []);
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
}

function rowInFocus(box: HTMLElement | null): string | null {
  const row = document.activeElement?.closest<HTMLElement>('tbody tr[data-id]');
  return row && box?.contains(row) ? (row.dataset.id ?? null) : null;
}

/** Somebody types or holds a key down beside it; menus find their items by letters, and behind a dialog nothing may move. */
function isMeantElsewhere(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return true;
  const { target } = event;
  if (isTyping(target)) return true;
  return target instanceof Element && target.closest('[role="menu"], [role="dialog"]') !== null;
}
