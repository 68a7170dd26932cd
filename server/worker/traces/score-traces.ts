import type pg from 'pg';
import { practiceHeaders } from '@/lib/domain/practice-settings';
import { storableText } from '@/lib/domain/storable-text';
import { type TraceEvaluator, traceEvaluator } from '@/lib/domain/trace-scoring';
import { invariant } from '@/lib/errors/invariant';
import { decideCalibration } from '@/lib/evaluation/calibration';
import { Redactor } from '@/lib/evaluation/privacy/redact';
import type { LanguageModel } from '@/lib/ports/language-model';
import type { Patience } from '@/server/adapters/provider-health';
import { openModel } from '@/server/adapters/provider-models';
import type { TraceScoring } from '@/server/db/generated/client';
import { holdingOut } from '@/server/ledger/database-fault';
import {
  finishScoring,
  listUnsettled,
  readScoredReferences,
  settleTrace,
  TRACE_GONE,
} from '@/server/repositories/carried-scorings';
import { readScorableTraces, type ScorableTrace } from '@/server/repositories/scorable-traces';
import { readTracePolicy } from '@/server/repositories/trace-policies';
import type { GivenScore } from '@/server/repositories/trace-scores';
import { evaluatorForRun } from '../run-evaluator';
import { ScoringBudget } from './scoring-bill';
import { type TraceScorer, type TraceVerdict, traceScorer } from './trace-scorer';

/**
 * Scores the traces of one scoring that are not settled yet, some at a time. A trace is settled with its score in one
 * transaction, so a worker that takes over asks again only for the calls that were in flight, under their old keys.
 */
const AT_ONCE = 8;
const READ_AT_ONCE = 64;
const EXPLANATION_MAX = 4_000;

export interface ScoringParts {
  readonly pool: pg.Pool;
  readonly patience: Patience;
  /** The scoring was cancelled or taken over, or the worker ends. */
  readonly signal: AbortSignal;
}

/** @throws AppError where it cannot go on; scores so far are kept. */
export async function scoreTraces(row: TraceScoring, parts: ScoringParts): Promise<void> {
  const { pool, signal } = parts;
  const evaluator = traceEvaluator.parse(row.evaluator);
  const scoring = { ...row, evaluator };
  const scorer = traceScorer(pool, scoring, await completeOf(scoring, parts.patience));
  const { keepsContent } = await readTracePolicy(pool, row.workspaceId);
  const carry = { ...parts, scorer, keepsContent, budget: new ScoringBudget(evaluator, row) };
  const waiting = await listUnsettled(pool, row.id);
  for (let from = 0; from < waiting.length && !signal.aborted; from += READ_AT_ONCE)
    await scoreSome(scoring, waiting.slice(from, from + READ_AT_ONCE), carry);
  signal.throwIfAborted();
  await holdingOut(async () => finishScoring(row, await agreementOf(pool, scoring)));
}

interface Carry extends ScoringParts {
  readonly scorer: TraceScorer;
  readonly keepsContent: boolean;
  readonly budget: ScoringBudget;
}

type PinnedScoring = Omit<TraceScoring, 'evaluator'> & { readonly evaluator: TraceEvaluator };

async function scoreSome(scoring: PinnedScoring, ids: readonly string[], carry: Carry): Promise<void> {
  const { workspaceId } = scoring;
  const traces = await holdingOut(() => readScorableTraces(carry.pool, { workspaceId, ids }));
  const byId = new Map(traces.map((trace) => [trace.id, trace]));
  const queue = [...ids];
  const faults: unknown[] = [];
  const lane = async () => {
    for (let id = queue.shift(); id !== undefined && faults.length === 0; id = queue.shift())
      await scoreOne(scoring, { id, trace: byId.get(id) }, carry).catch((error: unknown) =>
        faults.push(error),
      );
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  if (faults.length > 0) throw faults[0];
}

async function scoreOne(
  scoring: PinnedScoring,
  { id: traceId, trace }: { readonly id: string; readonly trace: ScorableTrace | undefined },
  { pool, scorer, budget, keepsContent, signal }: Carry,
): Promise<void> {
  signal.throwIfAborted();
  const bill = budget.bill();
  const verdict = trace === undefined ? GONE : await scorer.score(trace, bill, signal);
  const { calls, usd, unpriced } = bill;
  const kept = keptScore(scoring, traceId, { verdict, keepsContent });
  const { id, tries } = scoring;
  const { score, fault } = verdict;
  const settled = { id, tries, traceId, score, fault, calls, usd, unpriced, kept };
  await holdingOut(() => settleTrace(pool, settled), { limitMs: Number.POSITIVE_INFINITY });
}

const GONE: TraceVerdict = { score: null, fault: TRACE_GONE, explanation: null };

/** A comparison keeps nothing with the trace, which has the score of a person. */
function keptScore(
  { purpose, workspaceId, evaluator }: PinnedScoring,
  traceId: string,
  { verdict, keepsContent }: { readonly verdict: TraceVerdict; readonly keepsContent: boolean },
): GivenScore | null {
  if (purpose !== 'score' || verdict.score === null) return null;
  const told = keepsContent ? verdict.explanation : null;
  return {
    ...{ workspaceId, traceId, name: evaluator.name, value: verdict.score, label: null, userId: null },
    by: evaluator.kind === 'judge' ? 'judge' : 'evaluator',
    explanation: told && new Redactor().redact(storableText(told, EXPLANATION_MAX)),
  };
}

async function agreementOf(pool: pg.Pool, { id, purpose, evaluator }: PinnedScoring) {
  if (purpose !== 'calibrate' || evaluator.judge === null) return null;
  const pairs = await readScoredReferences(pool, id);
  const judged = pairs.map(({ score, reference }) => ({ acting: score, reference, again: null }));
  const { judgeNoise: _, ...agreement } = decideCalibration(evaluator.judge.rule, judged);
  return agreement;
}

async function completeOf(
  { id, workspaceId, evaluator }: PinnedScoring,
  patience: Patience,
): Promise<LanguageModel['complete']> {
  const { taskId, scoring, judge } = evaluator;
  if (scoring.kind !== 'judge')
    return evaluatorForRun({ workspaceId, manifest: { task: { id: taskId, scoring } } }, patience);
  invariant(judge, 'A judge has a model.');
  const { providerId, model, origin, behaviouralHeaders, practiceSettings } = judge.binding;
  const headers = practiceSettings && practiceHeaders(practiceSettings);
  const wanted = { workspaceId, providerId, model, origin, behaviouralHeaders, patience, headers };
  const { complete } = await openModel({ ...wanted, runId: id });
  return complete;
}
