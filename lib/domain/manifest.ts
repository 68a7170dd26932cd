import type { z } from 'zod';
import type { PinnedAgent } from './agent';
import type { Immutable } from './immutable';
import type {
  aggregationSettings,
  batchSettings,
  evaluationSettings,
  stoppingSettings,
} from './learning-schema';
import type { runManifest } from './manifest-schema';
import type { evaluationCacheSettings, judgingSettings, modelBinding } from './model-binding-schema';

/** The manifest and its parts as code passes them around, and what follows from them. */
export type RunManifest = Immutable<Omit<z.output<typeof runManifest>, 'agent'>> & {
  readonly agent?: PinnedAgent | undefined;
};
export type ModelBinding = Immutable<z.output<typeof modelBinding>>;
export type JudgingSettings = Immutable<z.output<typeof judgingSettings>>;
export type EvaluationCacheSettings = Immutable<z.output<typeof evaluationCacheSettings>>;
export type AggregationSettings = Immutable<z.output<typeof aggregationSettings>>;
export type AggregationKind = AggregationSettings['kind'];
export type BatchSettings = Immutable<z.output<typeof batchSettings>>;
export type EvaluationSettings = Immutable<z.output<typeof evaluationSettings>>;
export type StoppingSettings = Immutable<z.output<typeof stoppingSettings>>;

/** Every model that may have a part in a run's numbers. */
export function bindingsOf({
  models,
  judging,
}: Pick<RunManifest, 'models' | 'judging'>): readonly ModelBinding[] {
  return [...Object.values(models), ...(judging?.proxy ? [judging.proxy] : [])];
}

/** Kinds that condense the reflections before their one aggregator call. */
export type CondensingKind = Extract<AggregationKind, 'topK' | 'summary' | 'hierarchicalSummary'>;

export function condenses(kind: AggregationKind): kind is CondensingKind {
  return kind === 'topK' || kind === 'summary' || kind === 'hierarchicalSummary';
}

/** Whether a model combines the groups' updates. */
export function hasLevelTwo({ aggregation }: Pick<RunManifest, 'aggregation'>): boolean {
  return aggregation.kind === 'combee' && aggregation.reducer === 'llm';
}
