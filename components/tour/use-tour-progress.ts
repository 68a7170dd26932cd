'use client';

import { useCallback } from 'react';
import { useKeptText } from '@/components/ui/use-kept-text';

/** Steps that were taken, kept in this browser alone. */
export function useTourProgress(name: string) {
  const [kept, change] = useKeptText(name);
  const mark = useCallback(
    (id: string) => change((before) => [...new Set([...idsOf(before), id])].join(',')),
    [change],
  );
  const forget = useCallback(() => change(() => ''), [change]);
  return { done: new Set(idsOf(kept)), mark, forget };
}

const idsOf = (kept: string): readonly string[] => kept.split(',').filter((id) => id !== '');
