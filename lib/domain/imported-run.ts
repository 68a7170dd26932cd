import type { MethodName } from './method-settings';

/**
 * A run that happened elsewhere, brought in as a serial baseline: a curve, perhaps a prompt, and where both are from.
 * It is no run of ours: nothing here was measured on our split or our hardware, so no gate reads it.
 */
export type ImportedSource = 'gepa' | 'ace' | 'mlflow' | 'csv';

/** Unit of a point's place on the axis; `steps` = the source's own, comparable only with themselves. */
export type SeenUnit = 'rollouts' | 'examples' | 'steps';

/** Whether the scored examples also chose the prompt. `selection` flatters; `unknown` is what a source leaves open. */
export type ImportedSplit = 'heldOut' | 'selection' | 'unknown';

export type ImportedMethod = MethodName | 'other';

/** One measurement. Null = the source does not say; scores are shares in 0..1. */
export interface ImportedPoint {
  readonly seen: number;
  readonly score: number;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly n: number | null;
  readonly seconds: number | null;
  readonly usd: number | null;
}

export interface ImportedRun {
  readonly method: ImportedMethod;
  readonly task: string | null;
  readonly seenUnit: SeenUnit;
  readonly scoredOn: ImportedSplit;
  /** In the order of `seen`. */
  readonly points: readonly ImportedPoint[];
  readonly finalPrompt: string | null;
  readonly seedPrompt: string | null;
  /** Further statements of the source, a sentence each. */
  readonly notes: readonly string[];
}

/** The fields of a point, each with the column or metric that it is read from; null = from none. */
export type CurveMapping = Readonly<Record<keyof ImportedPoint, string | null>>;

/** Something that was given and is not in the run. */
export interface LeftOut {
  readonly what: string;
  readonly why: string;
}
