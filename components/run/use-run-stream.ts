'use client';

import { startTransition, useEffect, useRef, useState } from 'react';
import { EMPTY_RUN_STATE, type RunState } from '@/lib/projection/run-state';
import { followRun, type StreamHealth } from './follow-run';

interface Streamed {
  readonly state: RunState;
  readonly health: StreamHealth;
}

/**
 * A run's state as it grows. Drawing it gives way to whatever a person does meanwhile. `endSeq` is the last number of
 * a run that has ended, null while more may come; a resumed run goes on from the last entry of the page.
 */
export function useRunStream(runId: string, endSeq: number | null): Streamed {
  const [state, setState] = useState<RunState>(EMPTY_RUN_STATE);
  const [health, setHealth] = useState<StreamHealth>('opening');
  const newest = useRef<RunState>(EMPTY_RUN_STATE);
  useEffect(
    () =>
      followRun({
        ...{ runId, endSeq, begin: newest.current, onHealth: setHealth },
        onState: (next) => {
          newest.current = next;
          startTransition(() => setState(next));
        },
      }),
    [runId, endSeq],
  );
  return { state, health };
}
