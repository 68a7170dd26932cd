import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { AggregationKind } from './manifest';
import type { SWEEP_ARMS } from './sweep-arms';
import type { cellEstimate, cellResult, settledAttempt, sweepAmount, sweepSettings } from './sweep-schema';

/**
 * A sweep: arms x batch sizes x seeds of one experiment, under one budget. Each combination is a cell, and each cell is
 * answered by a run that can never be promoted (rulings E10).
 */
/** `noLearning` measures the prompt that all begin with; `sequential` is naive with the method's smallest step. */
export type SweepArm = (typeof SWEEP_ARMS)[number];

export type SweepSettings = Immutable<z.output<typeof sweepSettings>>;
export type SweepBudget = SweepSettings['budget'];

export interface SweepCell {
  /** The order in which cells start. */
  readonly position: number;
  readonly arm: SweepArm;
  /** Null where nothing is learned. */
  readonly batchSize: number | null;
  readonly seed: number;
}

export type SweepStatus = 'running' | 'paused' | 'cancelled' | 'finished';

/** `cut`: its run ended at a hard cap that the sweep gave it, so its score is no answer to the question. */
export type CellStatus =
  | 'waiting'
  | 'queued'
  | 'running'
  | 'paused'
  | 'done'
  | 'cut'
  | 'failed'
  | 'stopped'
  | 'notStarted';

export type SweepAmount = Immutable<z.output<typeof sweepAmount>>;

export const NO_SWEEP_AMOUNT: SweepAmount = { usd: 0, tokens: 0, rollouts: 0 };
export const SWEEP_AMOUNT_KINDS = [
  'usd',
  'tokens',
  'rollouts',
] as const satisfies readonly (keyof SweepAmount)[];

export type ExpectedCell = Immutable<z.output<typeof cellEstimate>>;
export type CellResult = Immutable<z.output<typeof cellResult>>;
export type PlaybookWorth = NonNullable<CellResult['worth']>;
export type Settled = Immutable<z.output<typeof settledAttempt>>;

/** From how many marks on published counts call an entry one of high value. */
export const HIGH_VALUE_MARKS = 3;

/** An arm's aggregation; nothing learned = none. */
export function aggregationOf(arm: SweepArm): AggregationKind | null {
  if (arm === 'noLearning') return null;
  return arm === 'sequential' ? 'naive' : arm;
}

/** Arms that there is one of a seed, whatever the sizes. */
export const hasOwnSize = (arm: SweepArm) => arm === 'noLearning' || arm === 'sequential';
