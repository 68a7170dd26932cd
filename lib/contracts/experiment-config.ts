import { z } from 'zod';
import { MARGIN_DEFAULT } from '@/lib/domain/claim-settings';
import type { RunManifest } from '@/lib/domain/manifest';
import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import { SELECTED_ON_HELD_OUT } from '@/lib/policy/rules/settled';
import { aggregationSettings } from './aggregation-settings';
import { dispatchSettings } from './dispatch-settings';
import { DIVERSITY_DEFAULT, diversitySettings } from './diversity-settings';
import { evaluationCacheSettings, judgingSettings } from './evaluator-settings';
import { identifier } from './identifier';
import { methodSettings } from './method-settings';
import { roleModels } from './role-models';
import { stragglerSettings } from './straggler-settings';
import { survivalSettings } from './survival-settings';

/** The settings of an experiment, each with its default and its limits. What a run pins of them is its manifest. */

const BATCH_SIZE_MAX = 100_000;

const staticBatch = z.strictObject({
  kind: z.literal('static'),
  size: z.int().min(1).max(BATCH_SIZE_MAX),
  reason: z.string().trim().max(1000).default(''),
});

const dynamicBatch = z.strictObject({
  kind: z.literal('dynamic'),
  profileSizes: z
    .array(z.int().min(1).max(BATCH_SIZE_MAX))
    .min(2)
    .max(12)
    .refine((sizes) => sizes.every((size, index) => index === 0 || size > (sizes[index - 1] ?? 0)), {
      message: 'List the sizes in rising order, each once.',
    })
    .default([4, 8, 16, 32]),
  tauShare: z.number().gt(0).lt(1).default(0.016),
  peakSlope: z.enum(['analyticMin', 'finiteDifference']).default('analyticMin'),
  maxBatch: z.int().min(1).max(BATCH_SIZE_MAX).default(256),
  confirm: z.boolean().default(true),
  rewardVarianceFloor: z.number().min(0).max(0.25).nullable().default(0.005),
  /** The size stays where at least this share of the insights survives the scan; left out or null = off. */
  survivalFloor: z.number().min(0).max(1).nullable().optional(),
});

export const batchSettings = z
  .discriminatedUnion('kind', [staticBatch, dynamicBatch])
  .meta({ id: 'BatchSettings' });

export const evaluationSettings = z
  .strictObject({
    everyExamples: z.int().min(1).max(1_000_000).nullable().default(null),
    split: z
      .enum(['heldOut', 'selection'], {
        error: ({ input }) => (input === 'train' ? SELECTED_ON_HELD_OUT.sentence : undefined),
      })
      .default('heldOut'),
    margin: z
      .number()
      .min(0.001)
      .max(0.2)
      .default(MARGIN_DEFAULT)
      .describe('Largest loss against the serial run that still keeps quality, share of 1: 0.01 is 1 point.'),
    beside: z
      .boolean()
      .optional()
      .describe(
        'Held-out is measured while the next batch is answered, on lanes that it leaves free; stop rules read each measurement one iteration later. Serial baselines measure between two iterations.',
      ),
    repetitionsMax: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe(
        `How often the diagnosis of a serial run may answer a measured prompt where the answers are noisy; ${REPETITIONS_DEFAULT} where left out, 1 = it never measures on.`,
      ),
  })
  .meta({ id: 'EvaluationSettings' });

export const budget = z
  .strictObject({
    rollouts: z.int().min(1).max(100_000_000).nullable().default(null),
    tokens: z.int().min(1).max(1_000_000_000_000).nullable().default(null),
    usd: z.number().gt(0).max(10_000_000).nullable().default(null),
    wallMs: z.int().min(1000).max(31_536_000_000).nullable().default(null),
    /** Needs providers whose profile says how many accelerators a call keeps busy. */
    gpuSeconds: z.number().gt(0).max(1e12).nullable().default(null),
  })
  .meta({ id: 'Budget' });

export const stoppingSettings = z
  .strictObject({
    patience: z.int().min(1).max(1000).nullable().default(null),
    targetScore: z.number().gt(0).max(1).nullable().default(null),
    /** There is nothing to choose: asking for another split is refused with its own code. */
    patienceOn: z.literal('heldOut').optional(),
    /** Nor here. */
    selectOn: z.literal('heldOut').optional(),
  })
  .meta({ id: 'StoppingSettings' });

export const epochs = z.int().min(1).max(100);
export const lanes = z.int().min(1).max(4096);
export const seedCandidateText = z.string().max(2_000_000);

/** Agent that attempts the examples; a run pins its latest version. Null = one call of the serving model. */
export const agentId = identifier.nullable();

export const configShape = {
  agentId: agentId.default(null),
  method: methodSettings.prefault({ name: 'ace' }),
  aggregation: aggregationSettings.prefault({}),
  batch: batchSettings.prefault({ kind: 'dynamic' }),
  evaluation: evaluationSettings.prefault({}),
  epochs: epochs.default(1),
  lanes: lanes.default(64),
  budget: budget.prefault({}),
  stopping: stoppingSettings.prefault({}),
  models: roleModels.prefault({}),
  judging: judgingSettings.prefault({}),
  evaluationCache: evaluationCacheSettings.prefault({}),
  /** Empty = the method's own beginning. */
  seedCandidateText: seedCandidateText.default(''),
  /** Null = none, which a parallel run may do without up to 8 lanes. */
  diversity: diversitySettings.nullable().default(DIVERSITY_DEFAULT),
  /** Lanes are raised by themselves up to this while batches fill, diversity holds and the selection score does not fall. */
  lanesMax: lanes.nullable().default(null),
  /** Null = each call goes as soon as a lane is free, which no parallel run may do: its scheduler is to be pinned. */
  dispatch: dispatchSettings.nullable().prefault({}),
  /** Null = every iteration waits for all of its calls. */
  stragglers: stragglerSettings.nullable().default(null),
  /** Rollouts go to every worker through the queue; pays where they are heavy on the workers themselves. */
  spreadRollouts: z.boolean().default(false),
  /** If left out, the survival of insights is judged by similarity alone and computed on request. */
  survival: survivalSettings.optional(),
};

/** A manifest without task, split, seed and kind: what is kept with an experiment and pinned by a run. */
export const experimentConfig = z.strictObject(configShape).meta({ id: 'ExperimentConfig' });

export type ExperimentConfig = z.output<typeof experimentConfig>;
/** The same with everything optional that has a default. */
export type ExperimentConfigInput = z.input<typeof experimentConfig>;

/** Holds the two spellings of the settings together: what a person chooses is what a manifest pins. */
export type PinnedParts = Pick<
  RunManifest,
  | 'aggregation'
  | 'batch'
  | 'evaluation'
  | 'epochs'
  | 'lanes'
  | 'budget'
  | 'stopping'
  | 'seedCandidateText'
  | 'spreadRollouts'
>;
export const asPinnedParts = (config: ExperimentConfig): PinnedParts => ({
  aggregation: config.aggregation,
  batch: config.batch,
  evaluation: config.evaluation,
  epochs: config.epochs,
  lanes: config.lanes,
  budget: config.budget,
  stopping: { patience: config.stopping.patience, targetScore: config.stopping.targetScore },
  seedCandidateText: config.seedCandidateText,
  // Left out where it is off, so that the manifest stays what it was before there was such a setting.
  ...(config.spreadRollouts ? { spreadRollouts: true } : {}),
});
