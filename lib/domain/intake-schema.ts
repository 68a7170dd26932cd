import { z } from 'zod';
import { FAILURE_LEVELS } from './failure-level';
import { identifier } from './identifier';
import { OPERATOR_KINDS } from './operator-kinds';
import { SPLIT_NAMES } from './split';

/**
 * Answers of a guided set-up, as requests bring them and rows keep them. Its limits are those of storage: faults are
 * refused when the draft becomes an experiment.
 */
const text = z.string().max(20_000);
const line = z.string().max(400);
const number = z.number().min(-1e15).max(1e15);

export const chosenModel = z.strictObject({
  providerId: identifier,
  model: z.string().trim().min(1).max(200),
});

export const intakeSettings = z
  .strictObject({
    lanes: z.int().min(1).max(4096).optional(),
    maxWaitMs: z.int().min(0).max(600_000).optional(),
    rewardVarianceFloor: z.number().gt(0).max(0.25).optional(),
    operators: z
      .array(z.strictObject({ kind: z.enum(OPERATOR_KINDS), weight: z.number().min(0).max(1) }))
      .max(OPERATOR_KINDS.length)
      .optional(),
    similarityMax: z.number().gt(0).max(1).optional(),
    sampleShare: z.number().min(0.05).max(1).optional(),
    spearmanMin: z.number().min(0.7).max(1).optional(),
    rolloutsMax: z.int().min(1).max(100_000_000).optional(),
    patience: z.int().min(1).max(1000).optional(),
    targetScore: z.number().gt(0).max(1).optional(),
    canaryShare: z.number().gt(0).max(1).optional(),
    canaryHours: z.number().gt(0).max(8760).optional(),
    canaryMargin: z.number().gt(0).max(1).describe('As a share of 1: 0.005 is 0.5 points.').optional(),
  })
  .meta({
    id: 'IntakeSettings',
    description: 'Defaults that were changed; what is left out stays at its default.',
  });

export const intakeAnswers = z
  .strictObject({
    taskId: identifier.optional(),
    inputShape: text.optional(),
    outputShape: text.optional(),
    metricDirection: z.enum(['higher', 'lower']).optional(),
    metricLow: number.optional(),
    metricHigh: number.optional(),
    metricUnit: line.optional(),
    baselineScore: number.optional(),
    baselineSplit: z.enum(SPLIT_NAMES).optional(),
    /** The finished serial run that the record is read from; may stay open where the record is from elsewhere. */
    serialRunId: identifier.optional(),
    serialMethod: z.enum(['ace', 'gepa', 'textgrad', 'mipro']).optional(),
    serialVersion: line.optional(),
    rolloutsToConverge: number.optional(),
    convergedScore: number.optional(),
    hardwareType: line.optional(),
    hardwareCount: number.optional(),
    hardwareMemoryGb: number.optional(),
    hardwareNetwork: line.optional(),
    hardwareSharing: z.enum(['share', 'split']).optional(),
    models: z
      .strictObject({
        serving: chosenModel.optional(),
        proposer: chosenModel.optional(),
        evaluator: chosenModel.optional(),
      })
      .optional(),
    rollouts: number.optional(),
    tokens: number.optional(),
    /** "notMeasured" is an answer too: the providers do not say how many accelerators a call keeps busy. */
    gpuSeconds: z.union([z.literal('notMeasured'), number]).optional(),
    deadlineMinutes: number.optional(),
    binding: z.enum(['rollouts', 'tokens', 'gpuSeconds', 'wallClock']).optional(),
    datasetId: identifier.optional(),
    splitId: identifier.optional(),
    scoringDigest: line.optional(),
    owner: line.optional(),
    usedToTune: z.boolean().optional(),
    usedToTuneNote: z.string().max(2000).optional(),
    failureSentence: z.string().max(2000).optional(),
    failureLevel: z.enum(FAILURE_LEVELS).optional(),
    settings: intakeSettings.optional(),
  })
  .meta({
    id: 'IntakeAnswers',
    description: 'What is left out is a question still open; scores are shares of 1.',
  });

const reason = z.string().max(2000).optional();

export const intakeReasons = z
  .strictObject({
    'R-200': reason,
    'R-201': reason,
    'R-202': reason,
    'R-203': reason,
    'R-204': reason,
    'R-205': reason,
    'R-206': reason,
    'R-207': reason,
    'R-208': reason,
    'R-209': reason,
    'R-210': reason,
  })
  .meta({ id: 'IntakeReasons', description: 'Why each default was changed, by the id of its rule.' });
