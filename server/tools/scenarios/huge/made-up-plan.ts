import type { RunManifest } from '@/lib/domain/manifest';
import type { RunStatus } from '@/lib/domain/run';
import type { Rng } from '@/lib/random/seeded-rng';
import type { MadeUpExample } from './made-up-texts';

/** What a made-up run is to look like. */
export interface MadeUpPlan {
  readonly manifest: RunManifest;
  readonly manifestHash: string;
  readonly examples: Readonly<Record<'train' | 'heldOut', readonly MadeUpExample[]>>;
  readonly size: number;
  /** As planned, and how many of them are closed when it ends. */
  readonly iterations: number;
  readonly closed: number;
  /** Held-out is measured after as many training examples. */
  readonly measureEvery: number;
  readonly quality: Quality;
  /** How it ended; a paused one may go on. */
  readonly end: Extract<RunStatus, 'finished' | 'stopped' | 'failed' | 'paused'>;
  readonly startMs: number;
  readonly rng: Rng;
  /** Lessons that its playbook keeps. */
  readonly lessonsKept: number;
}

/** Share of right answers: from the first to the last, half of the way after so many training examples. */
export interface Quality {
  readonly first: number;
  readonly last: number;
  readonly halfAfter: number;
}
