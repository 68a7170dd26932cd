import { z } from 'zod';
import { INTAKE_STEPS } from '@/lib/domain/intake';
import { METHOD_NAMES } from '@/lib/domain/method-words';
import { OPERATOR_KINDS } from '@/lib/domain/operator-kinds';
import { diagnosisForecast } from './diagnosis-forecast';
import { identifier } from './identifier';
import { splitName } from './splits';

/** Fields of the guided set-up's draft, with limits of storage: faults are refused when it becomes an experiment. */
const text = z.string().max(20_000);
const line = z.string().max(400);
const number = z.number().min(-1e15).max(1e15);

const chosenModel = z.strictObject({ providerId: identifier, model: z.string().trim().min(1).max(200) });

const intakeSettings = z
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
    baselineSplit: splitName.optional(),
    serialRunId: identifier.optional(),
    serialMethod: z.enum(METHOD_NAMES).optional(),
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
    failureLevel: z.enum(['low', 'medium', 'high']).optional(),
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

export const intakeStep = z.enum(INTAKE_STEPS).meta({ id: 'IntakeStep' });

export const intakeQuestion = z
  .object({ ruleId: z.string(), step: intakeStep, field: z.string(), question: z.string() })
  .meta({ id: 'IntakeQuestion' });

export const intakeFault = z
  .object({ ruleId: z.string(), step: intakeStep, field: z.string(), message: z.string() })
  .meta({ id: 'IntakeFault' });

/** Known already, with where it is from; it becomes an answer only when a person takes it. */
export const intakeSuggestion = z
  .object({
    field: z.string(),
    step: intakeStep,
    value: z.union([z.string(), z.number(), z.boolean(), chosenModel, z.record(z.string(), chosenModel)]),
    words: z.string(),
    source: z.string(),
  })
  .meta({ id: 'IntakeSuggestion' });

export const defaultLine = z
  .object({
    ruleId: z.string(),
    title: z.string(),
    usual: z.string(),
    chosen: z.string(),
    changed: z.boolean(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'IntakeDefault' });
export type DefaultLineView = z.output<typeof defaultLine>;

export const heldOutPower = z
  .object({
    examples: z.int(),
    detectable: z.number(),
    wanted: z.number().nullable(),
    examplesNeeded: z.number().nullable(),
    discordance: z.number(),
    isMeasured: z.boolean(),
    isEnough: z.boolean(),
    sentence: z.string(),
  })
  .meta({ id: 'HeldOutPower' });

export const canaryPolicy = z
  .object({
    failureLevel: z.enum(['low', 'medium', 'high']),
    shadowShare: z.number(),
    shadowHours: z.number(),
    margin: z.number().describe('As a share of 1: 0.005 is 0.5 points.'),
    pairsMin: z.int().nullable(),
    liveSteps: z.array(z.number()),
    approvers: z.int(),
    sentence: z.string(),
  })
  .meta({ id: 'CanaryPolicy' });

const range = z.object({ low: z.number(), high: z.number() });

export const intakeEstimate = z
  .object({
    /** Why there is none yet, or why such a run would be refused; null = neither. */
    openBecause: z.string().nullable(),
    amounts: z
      .object({
        rollouts: range,
        tokens: range,
        /** Null = no provider profile says it: not measured. */
        gpuSeconds: range.nullable(),
        /** Null = a model has no price. */
        usd: range.nullable(),
        minutes: range,
      })
      .nullable(),
    basis: z.string(),
    /** Least budget for one iteration and its measurement. */
    floor: z.array(
      z.object({
        name: z.enum(['rollouts', 'tokens', 'gpuSeconds', 'minutes']),
        needed: z.number(),
        given: z.number(),
        isReached: z.boolean(),
        /** Below a floor that was counted or measured no experiment is made; an estimated one is only said. */
        isRefused: z.boolean(),
        sentence: z.string(),
      }),
    ),
    diagnosis: diagnosisForecast.nullable().describe('Of the serial run that a parallel one needs first.'),
  })
  .meta({ id: 'IntakeEstimate' });
export type IntakeEstimateView = z.output<typeof intakeEstimate>;
