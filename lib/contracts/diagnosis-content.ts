import { z } from 'zod';
import { timestamp } from './identifier';
import { importedPoint, seenUnit } from './run-imports';

/** The content of a diagnosis on the wire: everything that its hash covers. */
export const diagnosisVerdict = z.enum(['go', 'noGo', 'undecided']);

const difference = z.object({
  mean: z.number(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  n: z.int(),
});

export const serialDiagnosisContent = z
  .object({
    id: z.string(),
    madeAt: timestamp,
    verdict: diagnosisVerdict,
    finding: z.enum([
      'plateauAbove',
      'plateauNotAbove',
      'stillRising',
      'falling',
      'stalled',
      'tooFewMeasurements',
      'cannotBeTold',
      'meansOnly',
      'notHeldOut',
      'unknown',
    ]),
    reason: z.string(),
    alternatives: z.array(z.string()),
    source: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('run'),
        runId: z.string(),
        label: z.string(),
        seed: z.int().nullable(),
      }),
      z.object({ kind: z.literal('imported'), importedRunId: z.string(), name: z.string() }),
    ]),
    scope: z.object({
      task: z.string(),
      splitHash: z.string().nullable(),
      heldOutExamples: z.int().nullable(),
      method: z.string(),
      hardware: z.array(z.string()),
      practice: z.boolean(),
    }),
    curve: z.object({
      unit: seenUnit,
      points: z.array(
        importedPoint
          .pick({ seen: true, score: true, lower: true, upper: true, n: true })
          .extend({ restated: z.literal(true).optional() }),
      ),
    }),
    decision: z
      .object({
        window: z.int(),
        look: z.int(),
        settings: z.object({
          windowMin: z.number(),
          windowShare: z.number(),
          horizon: z.number(),
          equivalenceMargin: z.number().describe('As a share of 1: 0.01 is 1 point.'),
          fallMargin: z.number().describe('As a share of 1: 0.01 is 1 point.'),
          alpha: z.number(),
        }),
        furtherGain: difference.nullable(),
        aboveOriginal: difference.nullable(),
        unevenP: z.number().nullable(),
        /** Left out in diagnoses from before a run measured on. */
        repetitions: z.int().optional(),
        repetitionsMax: z.int().optional(),
        noise: z.number().nullable().optional(),
        acceptance: z
          .object({ accepted: z.int(), of: z.int(), furtherGainUpper: z.number() })
          .nullable()
          .optional(),
      })
      .nullable(),
  })
  .meta({ id: 'SerialDiagnosisContent', description: 'What the hash covers: canonical JSON, keys sorted.' });
