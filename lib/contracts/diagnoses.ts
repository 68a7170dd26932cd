import { z } from 'zod';
import { diagnosisVerdict, serialDiagnosisContent } from './diagnosis-content';
import { diagnosisForecast } from './diagnosis-forecast';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/** Serial diagnoses: go, no-go or undecided for scaling a task, each a page with a hash. */
export const diagnosisSummary = z
  .object({
    id: z.string(),
    verdict: diagnosisVerdict,
    reason: z.string(),
    alternatives: z.array(z.string()),
    task: z.string(),
    method: z.string(),
    /** Null where a curve was read from elsewhere without its split. */
    splitHash: z.string().nullable(),
    practice: z.boolean(),
    runId: z.string().nullable(),
    importedRunId: z.string().nullable(),
    /** Null = it is the newest of its task, split, method and hardware, and so the one that binds. */
    newer: z.object({ id: z.string(), verdict: diagnosisVerdict, madeAt: timestamp }).nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'DiagnosisSummary' });
export type DiagnosisSummary = z.output<typeof diagnosisSummary>;

export const diagnosisDetail = z
  .object({
    summary: diagnosisSummary,
    content: serialDiagnosisContent,
    /** SHA-256 of the content as canonical JSON. */
    hash: z.string(),
    /** False = the content is not what was written down under this hash. */
    intact: z.boolean(),
  })
  .meta({ id: 'DiagnosisDetail' });
export type DiagnosisDetail = z.output<typeof diagnosisDetail>;

export const listDiagnosesQuery = pageQuery.extend({
  verdict: diagnosisVerdict.optional(),
  runId: identifier.optional(),
  importedRunId: identifier.optional(),
});
export type ListDiagnosesInput = z.output<typeof listDiagnosesQuery>;

const SCORES_MAX = 20_000;
const MEASUREMENTS_MAX = 200;

const singleScores = z
  .array(
    z.strictObject({
      seen: z.number().min(0),
      scores: z.array(z.number().min(0).max(1)).min(1).max(SCORES_MAX),
    }),
  )
  .min(1)
  .max(MEASUREMENTS_MAX);

export const makeDiagnosisBody = z
  .union(
    [
      /** A serial run of ours that has ended. */
      z.strictObject({ runId: identifier }),
      z.strictObject({
        /** A curve from elsewhere, which opens no run here. */
        importedRunId: identifier,
        /** The score of every held-out example at every point, in one order. Without: undecided. */
        scores: singleScores.optional(),
      }),
    ],
    'Name one curve: the runId of a serial run of yours, or an importedRunId, with its single scores where you have them.',
  )
  .meta({ id: 'MakeDiagnosis' });
export type MakeDiagnosisInput = z.output<typeof makeDiagnosisBody>;

const tag = 'Diagnoses';
const diagnosisParams = z.object({ diagnosisId: identifier });

export const listDiagnoses = operation({
  id: 'listDiagnoses',
  method: 'GET',
  path: '/api/v1/diagnoses',
  tag,
  summary: 'Serial diagnoses, newest first',
  permission: 'read',
  scope: 'workspace',
  query: listDiagnosesQuery,
  response: pageOf(diagnosisSummary),
});

export const makeDiagnosis = operation({
  id: 'makeDiagnosis',
  method: 'POST',
  path: '/api/v1/diagnoses',
  tag,
  summary: 'Diagnose a serial run again, or an imported curve',
  description:
    'Each diagnosis of one scope is a look of its own, and the bounds widen with every look that ended without a go. An imported curve with means only is undecided, and with single scores it gets a verdict that opens no run here, since its hardware is not ours.',
  permission: 'experiment',
  scope: 'workspace',
  body: makeDiagnosisBody,
  response: diagnosisDetail,
  status: 201,
});

export const getDiagnosis = operation({
  id: 'getDiagnosis',
  method: 'GET',
  path: '/api/v1/diagnoses/{diagnosisId}',
  tag,
  summary: 'One diagnosis: what it found, by which parameters, on which curve, with its hash',
  permission: 'read',
  scope: 'diagnosisId',
  params: diagnosisParams,
  response: diagnosisDetail,
});

export const exportDiagnosis = operation({
  id: 'exportDiagnosis',
  method: 'GET',
  path: '/api/v1/diagnoses/{diagnosisId}/document',
  tag,
  summary: 'The one-page diagnosis as Markdown, PDF or JSON',
  permission: 'read',
  scope: 'diagnosisId',
  params: diagnosisParams,
  query: z.object({ format: z.enum(['md', 'pdf', 'json']).default('md') }),
  response: z.string(),
  responseType: 'file',
  fileTypes: ['text/markdown', 'application/pdf', 'application/json'],
});

export const speedupConditions = z
  .object({
    conditions: z.array(
      z.object({
        id: z.enum(['parallelScans', 'sizedBatches', 'serialConverges']),
        title: z.string(),
        met: z.boolean(),
        sentence: z.string(),
      }),
    ),
    /** As in "(b) Batches are sized to the hardware". */
    unmet: z.array(z.string()),
    /** The newest of what a run of it would pin now. */
    diagnosisId: z.string().nullable(),
    /** Null for a draft that no run could be made of yet. */
    forecast: diagnosisForecast.nullable(),
  })
  .meta({ id: 'SpeedupConditions' });
export type SpeedupConditionsView = z.output<typeof speedupConditions>;

export const getSpeedupConditions = operation({
  id: 'getSpeedupConditions',
  method: 'GET',
  path: '/api/v1/experiments/{experimentId}/speedup-conditions',
  tag,
  summary: 'The three conditions of a speedup, computed (R-010)',
  permission: 'read',
  scope: 'experimentId',
  params: z.object({ experimentId: identifier }),
  response: speedupConditions,
});
