import { z } from 'zod';
import { identifier } from './identifier';
import { importedRunDetail } from './imported-runs';
import { operation } from './operation';
import { importedPoint } from './run-imports';

/** Score curves over what had been seen: own runs, and imported ones marked as what they are. */
const CURVES_MAX = 20;

const ids = (what: string) =>
  z
    .string()
    .max(6000)
    .default('')
    .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))].filter((id) => id !== ''))
    .pipe(z.array(identifier).max(CURVES_MAX, `At most ${CURVES_MAX} ${what}.`));

export const compareCurvesQuery = z.object({ runs: ids('runs'), imported: ids('imported runs') });
export type CompareCurvesInput = z.output<typeof compareCurvesQuery>;

const curvePoint = importedPoint
  .extend({
    missing: z.int().optional().describe('Examples without a score; absent = none.'),
    seconds: z.number().describe('Since the start, evaluation included.'),
    tokens: z.number().describe('Used until this prompt was there.'),
    usd: z
      .number()
      .nullable()
      .describe('Used until this prompt was there, priced without a cache; null = not known.'),
  })
  .meta({
    id: 'CurvePoint',
    description: 'One measurement of a run, and what had been used when its prompt was there.',
  });

const ownCurve = z.object({
  runId: z.string(),
  label: z.string(),
  split: z.enum(['train', 'selection', 'heldOut', 'confirmation']),
  hardware: z.string(),
  practice: z.boolean(),
  /** Unit of the points' count: a search over whole prompts consumes no examples and is counted in trials. */
  seenUnit: z.enum(['examples', 'trials']),
  points: z.array(curvePoint),
});

export const curveComparison = z
  .object({
    own: z.array(ownCurve),
    imported: z.array(importedRunDetail),
    /** Why these curves decide nothing by standing side by side; null without an imported one. */
    warning: z.string().nullable(),
  })
  .meta({ id: 'CurveComparison' });
export type CurveComparison = z.output<typeof curveComparison>;

export const compareCurves = operation({
  id: 'compareCurves',
  method: 'GET',
  path: '/api/v1/comparisons/curves',
  tag: 'Runs',
  summary: 'Score curves of own and imported runs; the imported ones are other hardware and open no gate',
  permission: 'read',
  scope: 'workspace',
  query: compareCurvesQuery,
  response: curveComparison,
});
