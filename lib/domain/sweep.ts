import type { AggregationKind } from './manifest';
import type { Budget } from './spend';

/**
 * A sweep: arms x batch sizes x seeds of one experiment, under one budget. Each combination is a cell, and each cell is
 * answered by a run that can never be promoted (rulings E10).
 */
export const SWEEP_ARMS = [
  'noLearning',
  'sequential',
  'naive',
  'topK',
  'summary',
  'hierarchicalSummary',
  'combee',
] as const;

/** `noLearning` measures the prompt that all begin with; `sequential` is naive with the method's smallest step. */
export type SweepArm = (typeof SWEEP_ARMS)[number];

/** Caps of all cells together; null = no cap. Wall time counts from the launch, pauses included. */
export type SweepBudget = Pick<Budget, 'usd' | 'tokens' | 'rollouts' | 'wallMs'>;

export interface SweepSettings {
  readonly arms: readonly SweepArm[];
  readonly sizes: readonly number[];
  readonly seeds: readonly number[];
  readonly budget: SweepBudget;
  /** Runs at once. */
  readonly concurrent: number;
}

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

/** A cell's use of the additive caps; wall time is not additive, since cells run side by side. */
export interface SweepAmount {
  readonly usd: number;
  readonly tokens: number;
  /** Training rollouts (rulings E1). */
  readonly rollouts: number;
}

export const NO_SWEEP_AMOUNT: SweepAmount = { usd: 0, tokens: 0, rollouts: 0 };
export const SWEEP_AMOUNT_KINDS = [
  'usd',
  'tokens',
  'rollouts',
] as const satisfies readonly (keyof SweepAmount)[];

/** Result of a cell's run: the held-out score of its last prompt, and its cost. */
export interface CellResult {
  readonly exampleIds: readonly string[];
  /** Scores of the last prompt; one an example, in the order of `exampleIds`. */
  readonly scores: readonly (number | null)[];
  /** Scores of the original prompt; null where it was not measured whole. */
  readonly seedMean: number | null;
  readonly learningMs: number;
  readonly totalMs: number;
  /** Iterations that a crash or a pause cut: their time is known in part only. */
  readonly taintedIterations: number;
  readonly iterations: number;
  /** As if every answer had been paid; null where a model has no price. */
  readonly costUsd: number | null;
  readonly tokens: number;
  readonly calls: number;
  readonly rollouts: number;
  readonly evaluationRollouts: number;
  /** Rollouts without a usable answer. */
  readonly failures: number;
  /** Figure of the last prompt. */
  readonly playbookTokens: number;
  readonly bullets: number;
  /** Counts of the last playbook; absent where the prompt is none. */
  readonly worth?: PlaybookWorth;
}

export interface PlaybookWorth {
  /** Bullets that were marked helpful `HIGH_VALUE_MARKS` times or more, and all such marks. */
  readonly highValueBullets: number;
  readonly helpfulMarks: number;
  /** New insights that reflections brought, and those that the last prompt says; null where the run followed none. */
  readonly insights: { readonly wentIn: number; readonly held: number } | null;
}

/** From how many marks on published counts call an entry one of high value. */
export const HIGH_VALUE_MARKS = 3;

/** An arm's aggregation; nothing learned = none. */
export function aggregationOf(arm: SweepArm): AggregationKind | null {
  if (arm === 'noLearning') return null;
  return arm === 'sequential' ? 'naive' : arm;
}

/** Arms that there is one of a seed, whatever the sizes. */
export const hasOwnSize = (arm: SweepArm) => arm === 'noLearning' || arm === 'sequential';
