import type { ReactNode } from 'react';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunState } from '@/lib/projection/run-state';
import type { NumberOrigin } from '@/lib/view/number-origin';

/** Input of each part of a run's page. */
export interface RunPartProps {
  readonly run: RunDetailView;
  readonly state: RunState;
  readonly manifest: RunManifest;
  readonly origin: NumberOrigin;
  /** Iterations closed so far, another number once the run has ended: what is not streamed is read again with each. */
  readonly readings: number;
  readonly isLive: boolean;
  /** Holds a part back until the ledger is read. */
  readonly read: (part: ReactNode) => ReactNode;
}
