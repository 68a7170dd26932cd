import { z } from 'zod';
import { traceFilter } from '@/lib/domain/trace-filter';
import {
  judgeAgreement,
  SCORED_TRACES_MAX,
  TRACE_EVALUATOR_KINDS,
  TRACE_SCORING_STATES,
} from '@/lib/domain/trace-scoring';
import { identifier, timestamp } from './identifier';
import { problem } from './problem';

/** Requests and answers of scorings of traces. */
export const traceEvaluatorView = z.object({
  experimentId: z.string(),
  kind: z.enum(TRACE_EVALUATOR_KINDS),
  name: z.string().describe('The task; where a judge scores, with its model.'),
  /** The address, the program or the model. */
  target: z.string(),
});

const scoringTask = {
  experimentId: identifier.describe('Its evaluator scores: an HTTP evaluator, a program or a judge.'),
};

const usdMax = z
  .number()
  .gt(0)
  .max(100_000)
  .nullable()
  .default(null)
  .describe('Dollars at which the scoring stops; null = no limit. A judge needs a price for it.');

export const scoreTracesBody = z
  .strictObject({
    ...scoringTask,
    filter: traceFilter,
    count: z.int().min(1).max(SCORED_TRACES_MAX).default(300).describe('The most traces, newest first.'),
    rescore: z.boolean().default(false).describe('Also traces that this evaluator has scored already.'),
    usdMax,
  })
  .meta({ id: 'ScoreTraces' });
export type ScoreTracesInput = z.output<typeof scoreTracesBody>;

export const calibrateTraceJudgeBody = z
  .strictObject({
    ...scoringTask,
    service: traceFilter.shape.service.describe('Compare on traces of this service; left out, on all.'),
    usdMax,
  })
  .meta({ id: 'CalibrateTraceJudge' });
export type CalibrateTraceJudgeInput = z.output<typeof calibrateTraceJudgeBody>;

const refusal = z.object({ sentence: z.string(), howToProceed: z.array(z.string()) });

const expected = z.object({
  calls: z.int().describe('One a trace; up to two more where a verdict cannot be read.'),
  usd: z.number().nullable().describe('Null = the cost is not known.'),
  basis: z
    .enum(['earlier', 'texts'])
    .nullable()
    .describe('earlier: cost of earlier scorings; texts: prices and the length of the traces.'),
});
export type ExpectedScoring = z.output<typeof expected>;

export const traceScoringForecast = z
  .object({
    evaluator: traceEvaluatorView.nullable(),
    practice: z.boolean().describe('The practice model judges: its scores say nothing of a real judge.'),
    sample: z
      .object({
        matched: z.int(),
        judgedByPeople: z.int().describe('Left out: the score of a person outweighs all others.'),
        scored: z.int().describe('Left out: this evaluator has scored them.'),
        withoutTexts: z.int().describe('Left out: neither a task nor an answer was kept.'),
        drawn: z.int(),
        isCut: z.boolean().describe('More traces match than are looked at: the newest were.'),
      })
      .nullable(),
    expected: expected.nullable().describe('Null where nothing can start; refusal says why.'),
    refusal: refusal.nullable(),
    /** Null where no judge scores. */
    calibration: z
      .object({
        agreement: judgeAgreement.extend({ at: timestamp }).nullable().describe('Null = not compared yet.'),
        available: z.int().describe('Traces with the score of a person that a comparison may take.'),
        expected: expected.nullable().describe('A comparison now; null where it cannot start.'),
        refusal: refusal.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'TraceScoringForecast' });
export type TraceScoringForecastView = z.output<typeof traceScoringForecast>;

export const traceScoring = z
  .object({
    id: z.string(),
    purpose: z.enum(['score', 'calibrate']),
    evaluator: traceEvaluatorView,
    practice: z.boolean(),
    filter: traceFilter,
    state: z.enum(TRACE_SCORING_STATES),
    planned: z.int(),
    scored: z.int(),
    failed: z.int().describe('Without a score: the evaluator failed, or the trace is gone. Never a 0.'),
    lastFault: z.string().nullable(),
    calls: z.int(),
    usd: z.number().describe('Of the calls whose cost is known.'),
    unpriced: z.int().describe('Calls whose cost is not known.'),
    usdMax: z.number().nullable(),
    calibration: judgeAgreement
      .nullable()
      .describe('Null until it is decided, and where no judge is compared.'),
    /** Why it failed; null = it did not. */
    problem: problem.pick({ code: true, detail: true, howToProceed: true }).nullable(),
    startedBy: z.string(),
    createdAt: timestamp,
    endedAt: timestamp.nullable(),
  })
  .meta({ id: 'TraceScoring', description: 'A scoring of traces in the background, and how far it is.' });
export type TraceScoringView = z.output<typeof traceScoring>;
