'use client';

import { useState } from 'react';
import { rangeOf } from '@/lib/view/list-rows';

/** Selected rows in the order of selection. */
export interface Selection {
  readonly ids: readonly string[];
  /** With `reaches`, selects all rows from the last selected one. */
  readonly toggle: (id: string, reaches?: boolean) => void;
  readonly setAll: (isOn: boolean) => void;
  readonly clear: () => void;
}

/** `shown` are the ids of the rows in their order; rows no longer shown are deselected. */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [last, setLast] = useState<string | null>(null);
  const there = new Set(shown);
  const ids = chosen.filter((id) => there.has(id));
  return {
    ids,
    toggle: (id, reaches) => {
      const named = reaches && last !== null ? rangeOf(shown, last, id) : [id];
      const isOff = !reaches && ids.includes(id);
      setChosen(isOff ? ids.filter((known) => known !== id) : [...new Set([...ids, ...named])]);
      setLast(id);
    },
    setAll: (isOn) => setChosen(isOn ? [...shown] : []),
    clear: () => setChosen([]),
  };
}
