import type { RunManifest } from './manifest';

/** Settings that judge a run's claims, pinned before there is any data. Shares of 1. */
export interface ClaimSettings {
  /** A run keeps quality where the lower end of its difference to the reference is above minus this. */
  readonly margin: number;
  /** Promotion asks for a corrected lower bound of the gain over the original prompt of at least this. */
  readonly gainMin: number;
  /** Held-out measurements after the original prompt's that are planned: a target is looked at that often. */
  readonly looksMax: number;
}

/** Is it shown, is it refuted, or can it not be told? */
export type ClaimAnswer = 'holds' | 'fails' | 'undecided';

export const MARGIN_DEFAULT = 0.01;
const GAIN_MIN = 0.01;

/** Settings of runs whose manifest pinned none: the defaults of their time. */
export function claimSettings(manifest: Pick<RunManifest, 'evaluation' | 'split' | 'epochs'>): ClaimSettings {
  const { margin, looksMax } = manifest.evaluation;
  return {
    margin: margin ?? MARGIN_DEFAULT,
    gainMin: GAIN_MIN,
    looksMax: looksMax ?? plannedLooks(manifest),
  };
}

/** Training examples between two held-out measurements, unless set: a tenth (rulings E1). */
export const everyTenth = (trainExamples: number) => Math.max(1, Math.round(trainExamples / 10));

/** One after every E training examples, and one at the end. */
export function plannedLooks({
  evaluation,
  split,
  epochs,
}: Pick<RunManifest, 'evaluation' | 'epochs'> & {
  readonly split: Pick<RunManifest['split'], 'counts'>;
}): number {
  const total = split.counts.train * epochs;
  return Math.max(1, Math.ceil(total / (evaluation.everyExamples ?? everyTenth(split.counts.train))));
}
