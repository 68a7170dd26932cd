import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { survivalSettings } from './learning-schema';

/** How the insights of a run's reflections are followed into the prompt (lib/combee/survival tells them apart). */
export type SurvivalSettings = Immutable<z.output<typeof survivalSettings>>;
export type SurvivalThresholds = Omit<SurvivalSettings, 'ids'>;

/** Fate of an insight's text. Each insight has exactly one fate at any time. */
export type InsightPlace =
  /** A line of the prompt says it. */
  | 'prompt'
  /** None of the groups that read it wrote it. */
  | 'lostLevel1'
  /** A group wrote it; the final update does not say it. */
  | 'lostLevel2'
  /** The final update says it; the prompt was not changed by it. */
  | 'notApplied'
  /** It stood in the prompt and was taken out or written over later. */
  | 'removed';

/** Why the final update's line is not in the prompt. */
export type NotAppliedCause =
  /** It did not fit within the prompt's token budget, or a rule kept it out. */
  | 'leftOut'
  /** Another line says nearly the same. */
  | 'duplicate'
  /** The proposal that carried it was rejected. */
  | 'rejected'
  /** It is in a candidate of the pool that is not the best one. */
  | 'elsewhere';

/** One measured iteration as the brake reads it. */
export interface SurvivalPoint {
  readonly iteration: number;
  /** The iteration's batch size. */
  readonly size: number;
  /** New insights that its reflections brought, each once. */
  readonly wentIn: number;
  /** Insights found in the final update. */
  readonly survived: number;
}

/** Shares of a trajectory that the reflection behind an insight saw: under half, under all, all. */
export const SEEN_BANDS = ['under50', 'under100', 'all'] as const;
export type SeenBand = (typeof SEEN_BANDS)[number];
