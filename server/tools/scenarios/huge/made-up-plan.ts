import type { RunManifest } from '@/lib/domain/manifest';
import type { RunStatus } from '@/lib/domain/run';
import type { Rng } from '@/lib/random/seeded-rng';
import type { MadeUpExample } from './made-up-texts';

/** The shape of a made-up run. */
export interface MadeUpPlan {
  readonly manifest: RunManifest;
  readonly manifestHash: string;
  readonly examples: Readonly<Record<'train' | 'heldOut', readonly MadeUpExample[]>>;
  readonly size: number;
  /** The planned iterations, and how many of them are closed when the run ends. */
  readonly iterations: number;
  readonly closed: number;
  /** Held-out is measured every this many training examples. */
  readonly measureEvery: number;
  readonly quality: Quality;
  /** How the run ended; a paused one may be resumed. */
  readonly end: Extract<RunStatus, 'finished' | 'stopped' | 'failed' | 'paused'>;
  readonly startMs: number;
  readonly rng: Rng;
  /** Number of lessons that the playbook keeps. */
  readonly lessonsKept: number;
}

/** Share of right answers: from the first to the last, halfway after this many training examples. */
export interface Quality {
  readonly first: number;
  readonly last: number;
  readonly halfAfter: number;
}
