import { z } from 'zod';
import { identifier } from './identifier';
import { operation } from './operation';
import { listOf } from './page';
import {
  calibrateTraceJudgeBody,
  scoreTracesBody,
  traceEvaluatorView,
  traceScoring,
  traceScoringForecast,
} from './trace-scoring-shapes';

/** Scores of collected traces by an evaluator of an experiment, in the background. */
const tag = 'Traces';

export const listTraceEvaluators = operation({
  id: 'listTraceEvaluators',
  method: 'GET',
  path: '/api/v1/trace-evaluators',
  tag,
  summary: 'Evaluators of experiments that can score traces, of the newest experiments first',
  description:
    'An HTTP evaluator, a program or a judge. Code that compares with an expected answer scores no trace.',
  permission: 'read',
  scope: 'workspace',
  response: listOf(traceEvaluatorView),
});

export const forecastTraceScoring = operation({
  id: 'forecastTraceScoring',
  method: 'POST',
  path: '/api/v1/traces/score-forecast',
  tag,
  summary:
    'Traces that a scoring would take, its calls and cost, and whether a judge may score; starts nothing',
  permission: 'read',
  scope: 'workspace',
  body: scoreTracesBody,
  response: traceScoringForecast,
});

export const scoreTraces = operation({
  id: 'scoreTraces',
  method: 'POST',
  path: '/api/v1/traces/score',
  tag,
  summary: 'Have an evaluator score traces in the background',
  description:
    'Traces that people have judged are left out. A judge is refused until it agrees with people: calibrateTraceJudge compares them. An evaluator that fails leaves the score missing.',
  permission: 'experiment',
  scope: 'workspace',
  body: scoreTracesBody,
  response: traceScoring,
  status: 201,
});

export const calibrateTraceJudge = operation({
  id: 'calibrateTraceJudge',
  method: 'POST',
  path: '/api/v1/traces/judge-calibration',
  tag,
  summary: 'Compare a judge with people, on traces that people have judged',
  description:
    'The experiment says how many traces it takes and which agreement is enough. Decided once: another comparison of the same judge takes other traces. Scores of the comparison are not kept with the traces.',
  permission: 'experiment',
  scope: 'workspace',
  body: calibrateTraceJudgeBody,
  response: traceScoring,
  status: 201,
});

const params = z.object({ scoringId: identifier });

export const listTraceScorings = operation({
  id: 'listTraceScorings',
  method: 'GET',
  path: '/api/v1/trace-scorings',
  tag,
  summary:
    'The newest 20 scorings of traces; those that ended are kept for 30 days, comparisons of judges longer',
  permission: 'read',
  scope: 'workspace',
  response: listOf(traceScoring),
});

export const getTraceScoring = operation({
  id: 'getTraceScoring',
  method: 'GET',
  path: '/api/v1/trace-scorings/{scoringId}',
  tag,
  summary: 'One scoring of traces: its progress, cost and failures',
  permission: 'read',
  scope: 'scoringId',
  params,
  response: traceScoring,
});

export const cancelTraceScoring = operation({
  id: 'cancelTraceScoring',
  method: 'DELETE',
  path: '/api/v1/trace-scorings/{scoringId}',
  tag,
  summary: 'Cancel a scoring of traces; scores so far are kept',
  description: 'Cancelling again changes nothing.',
  permission: 'experiment',
  scope: 'scoringId',
  params,
  response: traceScoring,
});
