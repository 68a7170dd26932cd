import { z } from 'zod';
import { modelBinding } from './model-binding-schema';
import { scoringSpec } from './scoring';

/** Scoring of collected traces in the background by an evaluator of an experiment. */
export const TRACE_EVALUATOR_KINDS = ['http', 'command', 'judge'] as const;
export type TraceEvaluatorKind = (typeof TRACE_EVALUATOR_KINDS)[number];

/** As a scoring pins it: later changes of the experiment change no scoring that was started. */
export const traceEvaluator = z.object({
  experimentId: z.string(),
  taskId: z.string(),
  kind: z.enum(TRACE_EVALUATOR_KINDS),
  /** The name of its scores: the task, with the model where one judges. */
  name: z.string(),
  scoring: scoringSpec,
  judge: z
    .object({
      binding: modelBinding,
      /** As the experiment sets it for judges of its runs. */
      rule: z.object({ sampleShare: z.number(), minPairs: z.int(), spearmanMin: z.number() }),
      /** sha256 of whatever decides its verdicts. */
      hash: z.string(),
    })
    .nullable(),
});
export type TraceEvaluator = z.output<typeof traceEvaluator>;
export type TraceJudge = NonNullable<TraceEvaluator['judge']>;

export const TRACE_SCORING_STATES = ['queued', 'working', 'finished', 'failed', 'cancelled'] as const;
export const isScoringOver = ({ state }: { readonly state: (typeof TRACE_SCORING_STATES)[number] }) =>
  state === 'finished' || state === 'failed' || state === 'cancelled';

/** The most traces of one scoring. */
export const SCORED_TRACES_MAX = 10_000;

/** A judge's scores next to those of people, over the same traces. */
export const judgeAgreement = z.object({
  verdict: z.enum(['passed', 'failed', 'notCalibratable']),
  spearman: z.number().nullable(),
  lower: z.number().nullable().describe('95 % interval of spearman.'),
  upper: z.number().nullable(),
  pairs: z.int(),
  minPairs: z.int(),
  spearmanMin: z.number(),
});
export type JudgeAgreement = z.output<typeof judgeAgreement>;
