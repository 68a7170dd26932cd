import type { ExperimentConfig } from '@/lib/contracts/experiment-config';
import type { RunManifest } from '@/lib/domain/manifest';

/** A sample as the manifest pins it, and how many traces it holds. */
export interface DrawnTraces extends NonNullable<RunManifest['traces']> {
  readonly count: number;
}

interface Learning {
  readonly config: ExperimentConfig;
  readonly split: RunManifest['split'];
}

/**
 * Traces in the place of training examples: each is read once and reflected on once, by the run's own worker, and the
 * learned prompt is measured at the start and at the end.
 */
export function learningFrom<Parts extends Learning>({ count }: DrawnTraces, parts: Parts): Parts {
  const { config, split } = parts;
  const method = config.method.name === 'ace' ? { ...config.method, maxRounds: 1 } : config.method;
  const evaluation = { ...config.evaluation, everyExamples: count };
  return {
    ...parts,
    config: { ...config, method, evaluation, epochs: 1, spreadRollouts: false },
    split: { ...split, counts: { ...split.counts, train: count } },
  };
}
