import type { InsightPlace, NotAppliedCause, SurvivalThresholds } from './survival';

/** Fates of an iteration's insights, by id; the texts are in the reflections. */
export interface SurvivalFacts {
  'insights.followed': FollowedIteration;
}

export interface FollowedIteration extends SurvivalThresholds {
  readonly iteration: number;
  /** Examples of the iteration: its batch size. */
  readonly size: number;
  /** Counts over new insights of the iteration's own reflections; they never rise from step to step. */
  readonly wentIn: number;
  readonly level1: number;
  readonly level2: number;
  readonly inPrompt: number;
  /** Insights in `level2` found by an id that the text confirms, or by similarity alone. */
  readonly byId: number;
  readonly bySimilarity: number;
  /** Insights whose id was named somewhere on the way by a text that does not say it. */
  readonly claimedNotFound: number;
  /** Reflections of the iteration before that joined it: followed below, but in none of the counts (rulings J7). */
  readonly carriedReflections: number;
  /** Insights that the prompt said already; in none of the counts either. */
  readonly known: number;
  /** Own reflections that name no insight (a method may leave the wording to its proposals): nothing to follow. */
  readonly withoutInsights: number;
  readonly insights: readonly FollowedInsight[];
  /** Ids of insights of earlier iterations that the prompt stopped saying with this one, or says again. */
  readonly left: readonly string[];
  readonly returned: readonly string[];
}

export interface FollowedInsight {
  /** Id of the first reflection that named it. */
  readonly id: string;
  /** Others of the same iteration that said it in the same words. */
  readonly alsoIds?: readonly string[];
  /** Where it was when the iteration closed; never `removed` yet. */
  readonly place: Exclude<InsightPlace, 'removed'>;
  /** How it was recognised where it was last seen; null where it never was. */
  readonly by: 'id' | 'similarity' | null;
  /** Likeness there. */
  readonly likeness?: number;
  /** Groups that read it. */
  readonly groups: readonly number[];
  /** The line of the prompt: the bullet's id where it has one, else `line` and its number from 1. */
  readonly line?: string;
  readonly cause?: NotAppliedCause;
  readonly claimedNotFound?: true;
  readonly carried?: true;
  readonly known?: true;
}
