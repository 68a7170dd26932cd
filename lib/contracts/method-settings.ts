import { z } from 'zod';
import type {
  AceSettings,
  GepaSettings,
  MiproSettings,
  TextGradSettings,
} from '@/lib/domain/method-settings';

/** The settings of each method, with their defaults and limits. `name` says which method it is. */

export const aceSettings = z
  .strictObject({
    name: z.literal('ace'),
    maxRounds: z.int().min(1).max(5).default(1),
    playbookTokenBudget: z.int().min(500).max(1_000_000).default(80_000),
    tagCounting: z.enum(['sum', 'last']).default('sum'),
    dedupeThreshold: z.number().min(0.5).max(1).nullable().default(null),
    useGroundTruth: z.boolean().default(true),
    edits: z.enum(['add', 'all']).optional(),
    mode: z.enum(['offline', 'online']).optional(),
  })
  .meta({ id: 'AceSettings' });

const count = z.int().min(1).max(1000);
const proposals = z.int().min(1).max(32);

export const gepaSettings = z
  .strictObject({
    name: z.literal('gepa'),
    frontier: z.enum(['instance', 'objective', 'hybrid', 'cartesian']).default('instance'),
    parent: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('pareto') }),
        z.strictObject({ kind: z.literal('currentBest') }),
        z.strictObject({ kind: z.literal('epsilonGreedy'), epsilon: z.number().min(0).max(1).default(0.1) }),
        z.strictObject({ kind: z.literal('topKPareto'), k: count.default(5) }),
      ])
      .default({ kind: 'pareto' }),
    components: z.enum(['roundRobin', 'all']).default('roundRobin'),
    acceptance: z.enum(['strict', 'orEqual']).default('strict'),
    keep: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('all') }),
        z.strictObject({ kind: z.literal('best') }),
        z.strictObject({ kind: z.literal('topK'), k: count }),
      ])
      .default({ kind: 'all' }),
    sampling: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('single') }),
        z.strictObject({ kind: z.literal('sameParent'), n: proposals }),
        z.strictObject({ kind: z.literal('independent'), n: proposals }),
        z.strictObject({ kind: z.literal('pxn'), parents: proposals, n: proposals }),
      ])
      .default({ kind: 'single' }),
    merge: z
      .strictObject({ maxInvocations: count.default(5) })
      .nullable()
      .default(null),
    skipPerfect: z.boolean().default(true),
    candidateCache: z.boolean().default(false),
    useGroundTruth: z.boolean().default(true),
    compatibleSeeds: z.boolean().default(false),
    stop: z
      .strictObject({
        metricCalls: z.int().min(1).max(100_000_000).nullable().default(null),
        iterationsWithoutImprovement: count.nullable().default(null),
        candidates: count.nullable().default(null),
        proposals: z.int().min(1).max(1_000_000).nullable().default(null),
        score: z.number().gt(0).max(1).nullable().default(null),
      })
      .prefault({}),
  })
  .meta({ id: 'GepaSettings' });

export const textGradSettings = z
  .strictObject({
    name: z.literal('textgrad'),
    revertIfWorse: z.boolean().default(true),
    gradientMemory: z.int().min(0).max(20).default(0),
    constraints: z.array(z.string().trim().min(1).max(1000)).max(20).default([]),
    stepsPerEpoch: count.nullable().default(4),
    useGroundTruth: z.boolean().default(true),
  })
  .meta({ id: 'TextGradSettings' });

export const miproSettings = z
  .strictObject({
    name: z.literal('mipro'),
    candidates: z.int().min(1).max(50).default(6),
    trials: z.int().min(1).max(500).default(10),
    bootstrappedDemos: z.int().min(0).max(16).default(4),
    labelledDemos: z.int().min(0).max(16).default(4),
    minibatch: count.default(35),
    fullEvaluationEvery: z.int().min(1).max(100).default(5),
    useGroundTruth: z.boolean().default(true),
  })
  .meta({ id: 'MiproSettings' });

export const methodSettings = z
  .discriminatedUnion('name', [aceSettings, gepaSettings, textGradSettings, miproSettings])
  .meta({ id: 'MethodSettings' });

export type MethodSettingsChoice = z.output<typeof methodSettings>;
/** The same with everything optional that has a default. */
export type MethodSettingsInput = z.input<typeof methodSettings>;

/** Holds the two spellings together: what a person chooses is what a manifest pins, with the method's version. */
type Pinned<Settings extends { readonly version: string }> = Omit<Settings, 'version'>;
export const asMethodSettings = (
  chosen: MethodSettingsChoice,
): Pinned<AceSettings> | Pinned<GepaSettings> | Pinned<TextGradSettings> | Pinned<MiproSettings> => {
  if (chosen.name !== 'ace') return chosen;
  const { edits, mode, ...settings } = chosen;
  // Left out where they say what was always done, so that such a manifest stays what it was.
  return { ...settings, ...(edits === 'all' ? { edits } : {}), ...(mode === 'online' ? { mode } : {}) };
};
