import type { RunControl } from '@/lib/domain/run';

/** What people ask of a running run, and word that its lease is gone. */
export interface ControlChannel {
  /** The newest request. Cheap; asked at every boundary of an iteration. */
  requested(): Promise<RunControl>;
  /** Lanes that somebody asked for since the run began; null = as pinned. Asked at every boundary. */
  lanesWanted?(): Promise<number | null>;
  /** Aborts when calls in flight must be given up: pause, stop now, lease lost, worker shutting down. */
  readonly signal: AbortSignal;
}
