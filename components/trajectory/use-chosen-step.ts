'use client';

import { parseAsInteger, useQueryState } from 'nuqs';
import { useCallback, useState } from 'react';

export interface ChosenStep {
  /** Index; -1 = none. */
  readonly current: number;
  /** The step to scroll to. */
  readonly target: { readonly index: number } | null;
  readonly go: (index: number | null) => void;
}

/** The step that the address names, counted from 1 there. */
export function useChosenStep(count: number): ChosenStep {
  const [step, setStep] = useQueryState('step', parseAsInteger);
  const current = step === null ? -1 : step - 1;
  const [target, setTarget] = useState(current < 0 ? null : { index: current });
  const go = useCallback(
    (index: number | null) => {
      if (index === null || index < 0 || index >= count) return;
      void setStep(index + 1);
      setTarget({ index });
    },
    [count, setStep],
  );
  return { current, target, go };
}
