import { z } from 'zod';
import { METHOD_NAMES } from '@/lib/domain/method-words';
import { identifier } from './identifier';
import { operation } from './operation';

/** Forecast before a serial run: the likely cost of its diagnosis, and the questions it cannot decide. */
export const diagnosisForecast = z
  .object({
    measurements: z.int().describe("Planned after the original prompt's."),
    measurementsMin: z.int().describe('The fewest that a diagnosis looks at.'),
    isAfterFirstEpoch: z
      .boolean()
      .describe(
        'The measurements looked at come after a whole epoch; before that a curve usually still rises.',
      ),
    repetitionsMax: z.int().describe('How often a measured prompt may answer each example; 1 = never again.'),
    rolloutsMax: z.int().describe('Evaluation rollouts beyond the run, were the whole cap used.'),
    cases: z.array(
      z.object({
        differing: z.number().describe('Share of the answers that differ when they are asked again.'),
        rollouts: z.int().describe('Expected evaluation rollouts beyond the run.'),
        chance: z.number().describe('That a truly flat curve gets its go within the cap.'),
        isCapEnough: z.boolean(),
      }),
    ),
    stall: z
      .object({
        gain: z.number().describe('What a new prompt is taken to bring at most, share of 1.'),
        measurements: z.int().describe('In a row without a new prompt, that would then show a plateau.'),
      })
      .nullable()
      .describe('Of a method that keeps its prompt until a better one is found; null = ACE.'),
  })
  .meta({ id: 'DiagnosisForecast' });
export type DiagnosisForecastView = z.output<typeof diagnosisForecast>;

const positive = (most: number) => z.coerce.number().int().min(1).max(most);

const forecastQuery = z.object({
  method: z.enum(METHOD_NAMES).default('ace'),
  stepsPerEpoch: positive(1000).optional().describe('Of the method textgrad.'),
  epochs: positive(100).default(1),
  everyExamples: positive(1_000_000).optional(),
  repetitionsMax: positive(1000).optional(),
  measuredOn: z.enum(['heldOut', 'selection']).default('heldOut'),
});
export type ForecastDiagnosisInput = z.output<typeof forecastQuery>;

export const forecastDiagnosis = operation({
  id: 'forecastDiagnosis',
  method: 'GET',
  path: '/api/v1/splits/{splitId}/diagnosis-forecast',
  tag: 'Diagnoses',
  summary: 'What the serial diagnosis of a planned run may cost, and whether its cap will do; starts nothing',
  permission: 'read',
  scope: 'splitId',
  params: z.object({ splitId: identifier }),
  query: forecastQuery,
  response: diagnosisForecast,
});
