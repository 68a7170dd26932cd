import * as traceDatasets from '@/lib/contracts/trace-datasets';
import * as traceImports from '@/lib/contracts/trace-imports';
import * as judging from '@/lib/contracts/trace-judging';
import * as learning from '@/lib/contracts/trace-learning';
import * as tracePolicies from '@/lib/contracts/trace-policies';
import * as scoring from '@/lib/contracts/trace-scoring';
import * as traceStorage from '@/lib/contracts/trace-storage';
import * as traces from '@/lib/contracts/traces';
import { downloadOf } from '@/server/http/download';
import { serve } from '@/server/http/serve';
import { forecastTraceDataset, makeTraceDataset } from '@/server/services/traces/dataset-from-traces';
import { forecastTraceScoring } from '@/server/services/traces/forecast-scoring';
import { importTraces } from '@/server/services/traces/import-traces';
import { deleteTrace, judgeTrace } from '@/server/services/traces/judge-trace';
import { forecastTraceLearning, learnFromTraces } from '@/server/services/traces/learn-from-traces';
import {
  exportTrace,
  getTrace,
  listTraceFacets,
  listTraceSteps,
  listTraces,
  listTracesToJudge,
  readTraceTrajectory,
  searchTraceSteps,
} from '@/server/services/traces/read-traces';
import { calibrateTraceJudge, scoreTraces } from '@/server/services/traces/score-traces';
import { listTraceEvaluators } from '@/server/services/traces/trace-evaluators';
import { getTracePolicy, setTracePolicy } from '@/server/services/traces/trace-policy';
import {
  cancelTraceScoring,
  getTraceScoring,
  listTraceScorings,
} from '@/server/services/traces/trace-scorings';
import { readTraceStorage } from '@/server/services/traces/trace-storage';

/** Collected traces, how they are kept, and runs and data sets that are made of them. */
export const served = [
  serve(traces.listTraces, listTraces),
  serve(traces.listTraceFacets, listTraceFacets),
  serve(judging.listTracesToJudge, listTracesToJudge),
  serve(traces.getTrace, getTrace),
  serve(traces.readTraceTrajectory, readTraceTrajectory),
  serve(traces.listTraceSteps, listTraceSteps),
  serve(traces.searchTraceSteps, searchTraceSteps),
  serve(traces.exportTrace, async (actor, input) => {
    const { filename, text } = await exportTrace(actor, input);
    return downloadOf({ filename, lines: linesOf(text) }, 'application/json; charset=utf-8');
  }),
  serve(judging.judgeTrace, judgeTrace),
  serve(traces.deleteTrace, deleteTrace),
  serve(learning.forecastTraceLearning, forecastTraceLearning),
  serve(learning.learnFromTraces, learnFromTraces),
  serve(traceDatasets.forecastTraceDataset, forecastTraceDataset),
  serve(traceDatasets.makeTraceDataset, makeTraceDataset),
  serve(traceImports.importTraces, importTraces),
  serve(tracePolicies.getTracePolicy, getTracePolicy),
  serve(tracePolicies.setTracePolicy, setTracePolicy),
  serve(scoring.listTraceEvaluators, listTraceEvaluators),
  serve(scoring.forecastTraceScoring, forecastTraceScoring),
  serve(scoring.scoreTraces, scoreTraces),
  serve(scoring.calibrateTraceJudge, calibrateTraceJudge),
  serve(scoring.listTraceScorings, listTraceScorings),
  serve(scoring.getTraceScoring, getTraceScoring),
  serve(scoring.cancelTraceScoring, cancelTraceScoring),
  serve(traceStorage.readTraceStorage, readTraceStorage),
];

async function* linesOf(text: string): AsyncGenerator<string> {
  yield text;
}
