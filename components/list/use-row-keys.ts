'use client';

import type { RefObject } from 'react';
import { usePageKeys } from '@/components/ui/use-page-keys';

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

interface RowActions {
  /** x and X, on the row that has the focus. */
  readonly onChoose?: ((id: string, reaches: boolean) => void) | undefined;
  /** c and d, on the rows that are chosen. */
  readonly onCompare?: (() => void) | undefined;
  readonly onDifference?: (() => void) | undefined;
}

/**
 * j and k walk the rows of the one list of a page: the focus goes to a row's first link, so Enter opens it. x chooses
 * the row and X all rows from the last one chosen; c compares what is chosen, d shows how two of them differ.
 */
export function useRowKeys(boxRef: RefObject<HTMLElement | null>, actions: RowActions = {}): void {
  usePageKeys(({ key }) => {
    const step = STEPS[key];
    if (step !== undefined) walk(boxRef.current, step);
    else if (key === 'c') actions.onCompare?.();
    else if (key === 'd') actions.onDifference?.();
    else if (key === 'x' || key === 'X') {
      const id = rowInFocus(boxRef.current);
      if (id !== null) actions.onChoose?.(id, key === 'X');
    }
  });
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
