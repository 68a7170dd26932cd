import { z } from 'zod';
import { FAILURE_LEVELS } from '@/lib/domain/failure-level';
import { INTAKE_STEPS } from '@/lib/domain/intake';
import { chosenModel } from '@/lib/domain/intake-schema';
import { diagnosisForecast } from './diagnosis-forecast';

/** Readings of a guided set-up's draft, on the wire. */
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
    failureLevel: z.enum(FAILURE_LEVELS),
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
