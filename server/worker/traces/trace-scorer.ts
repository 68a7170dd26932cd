import type pg from 'pg';
import { contentHash } from '@/lib/domain/content-hash';
import type { Scored } from '@/lib/domain/score';
import { isMissing } from '@/lib/domain/score';
import type { TraceEvaluator } from '@/lib/domain/trace-scoring';
import { refusedByContext } from '@/lib/engine/calls/call-account';
import { judgeTrace } from '@/lib/evaluation/judge-trace';
import { evaluatorName, scoreByProgram } from '@/lib/evaluation/program';
import type { Ask } from '@/lib/methods/method';
import type { LanguageModel } from '@/lib/ports/language-model';
import { causeSentence } from '@/lib/words/cause';
import { holdingOut } from '@/server/ledger/database-fault';
import type { ScorableTrace } from '@/server/repositories/scorable-traces';
import { readTrajectory } from '@/server/repositories/trajectories';
import { seenOf } from '../agents/seen-trajectory';
import type { ScoringBill } from './scoring-bill';

/** Scores one trace. Nothing of a call is journaled, and a call that is sent again has the same key. */
export interface TraceScorer {
  score(trace: ScorableTrace, bill: ScoringBill, signal: AbortSignal): Promise<TraceVerdict>;
}

export interface TraceVerdict {
  /** Null: missing, never 0. */
  readonly score: number | null;
  readonly fault: string | null;
  /** For people and reflections. */
  readonly explanation: string | null;
}

interface Scoring {
  readonly id: string;
  readonly workspaceId: string;
  readonly evaluator: TraceEvaluator;
}

export function traceScorer(
  pool: pg.Pool,
  { id, workspaceId, evaluator }: Scoring,
  complete: LanguageModel['complete'],
): TraceScorer {
  return {
    async score(trace, bill, signal) {
      const ask = asking(complete, { evaluator, key: contentHash(`${id}/${trace.id}`), bill, signal });
      if (evaluator.scoring.kind !== 'judge') return byProgram(evaluator, trace, ask);
      const steps = await stepsOf(pool, workspaceId, trace);
      if (steps === null)
        return { score: null, fault: 'The steps of the trace were removed.', explanation: null };
      const { rubric } = evaluator.scoring;
      const { score, reasoning } = await judgeTrace({ rubric, trace: { ...trace, steps }, ask });
      return verdictOf(score, reasoning);
    },
  };
}

/** Sees what an evaluator of an experiment sees; nothing is expected of a trace. */
async function byProgram(evaluator: TraceEvaluator, trace: ScorableTrace, ask: Ask): Promise<TraceVerdict> {
  const example = {
    ...{ id: 'trace', question: trace.task, context: '', expected: '', groupKey: null },
    contentHash: contentHash(trace.task),
  };
  const command = evaluatorName(evaluator.scoring) ?? '';
  const scored = await scoreByProgram({
    ...{ command, example, answer: trace.output, ordinal: 0, repetition: 0, ask },
  });
  return verdictOf(scored, isMissing(scored) ? '' : (scored.sideInformation ?? ''));
}

function verdictOf(scored: Scored, explanation: string): TraceVerdict {
  if (isMissing(scored)) return { score: null, fault: causeSentence(scored.missing), explanation: null };
  return { score: scored.value, fault: null, explanation: explanation === '' ? null : explanation };
}

/** Within the token budget of a reflection. Empty = it has no step that could be read; null = retention took them. */
async function stepsOf(
  pool: pg.Pool,
  workspaceId: string,
  { trajectoryHash: hash, task }: ScorableTrace,
): Promise<string | null> {
  if (hash === null) return '';
  const trajectory = await holdingOut(() => readTrajectory(pool, { workspaceId, hash }));
  return trajectory && (seenOf(trajectory, [], { question: task, context: '' })?.text ?? '');
}

interface Asking {
  readonly evaluator: TraceEvaluator;
  readonly key: string;
  readonly bill: ScoringBill;
  readonly signal: AbortSignal;
}

function asking(complete: LanguageModel['complete'], { evaluator, key, bill, signal }: Asking): Ask {
  const binding = evaluator.judge?.binding;
  return async ({ purpose, messages, json, repetition }) => {
    const callKey = repetition === 0 ? key : `${key}/${repetition}`;
    const tooLong = binding === undefined ? null : refusedByContext(binding, messages);
    if (tooLong !== null) return { outcome: tooLong, callKey, costUsd: null };
    const { temperature, maxTokens } = binding ?? { temperature: 0, maxTokens: 0 };
    const seed = Number.parseInt(contentHash(callKey).slice(0, 7), 16);
    const settings = { temperature, maxTokens, seed, idempotencyKey: callKey };
    const outcome = await bill.pay(messages, () =>
      complete({ role: 'evaluator', purpose, messages, json, ...settings }, signal),
    );
    return { outcome, callKey, costUsd: null };
  };
}
