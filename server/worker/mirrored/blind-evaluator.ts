import type pg from 'pg';
import { contentHash } from '@/lib/domain/content-hash';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { JudgeSeat } from '@/lib/domain/model-role';
import { judgeAnswer } from '@/lib/evaluation/judge';
import { bindingOfSeat, isJudged } from '@/lib/evaluation/judge-seats';
import { evaluatorName, scoreByProgram } from '@/lib/evaluation/program';
import { type CodeScoringSpec, scoreAnswer } from '@/lib/evaluation/scorers/score-answer';
import type { Ask } from '@/lib/methods/method';
import { extractAnswer } from '@/lib/methods/prompting/extract-answer';
import type { LanguageModel } from '@/lib/ports/language-model';
import { openModel } from '@/server/adapters/provider-models';
import { findScoringRun } from '@/server/repositories/scoring-runs';
import { evaluatorForRun } from '../run-evaluator';

/**
 * The evaluator that the run behind a canary's prompts pinned, at its pinned version, for single answers of the traffic. It
 * is shown the question and an answer, and nothing that tells whose answer it is. A judge scores only where its
 * calibration was passed, from the seat that was calibrated.
 */
export interface BlindEvaluator {
  /** Null: no verdict came. Another try may bring one. */
  score(given: GivenAnswer): Promise<number | null>;
}

export interface GivenAnswer {
  readonly question: string;
  readonly context: string;
  readonly expected: string | null;
  readonly answer: string;
  /** Names the call, so that a try that is made again is known to the evaluator. */
  readonly key: string;
}

/** Null: no run is behind the prompts, or its judge is not calibrated. */
export async function openBlindEvaluator(pool: pg.Pool, canaryId: string): Promise<BlindEvaluator | null> {
  const run = await findScoringRun(pool, canaryId);
  if (run === null) return null;
  const { manifest, workspaceId, calibration } = run;
  if (!isJudged(manifest)) return openUnjudged(workspaceId, manifest);
  if (calibration?.verdict !== 'passed') return null;
  const seat = calibration.seat ?? 'evaluator';
  const binding = bindingOfSeat(manifest, seat);
  if (binding === null) return null;
  const { providerId, model, origin } = binding;
  const judge = await openModel({ workspaceId, providerId, model, origin, runId: canaryId });
  return judged(manifest, { judge, binding, seat });
}

async function openUnjudged(workspaceId: string, manifest: RunManifest): Promise<BlindEvaluator> {
  const { scoring } = manifest.task;
  const command = evaluatorName(scoring);
  if (command === null) {
    const spec = scoring as CodeScoringSpec;
    return {
      score: async ({ answer, expected }) =>
        expected === null ? null : scoreAnswer(spec, finalAnswerIn(answer), expected).value,
    };
  }
  const complete = await evaluatorForRun({ workspaceId, manifest });
  const { evaluator: binding } = manifest.models;
  return {
    async score(given) {
      const heard = { isAnswer: false };
      const ask = asking({ complete }, { binding, key: given.key, heard });
      const score = await scoreByProgram({ command, ...about(given), ask });
      return heard.isAnswer ? score.value : null;
    },
  };
}

function judged(
  { task }: RunManifest,
  {
    judge,
    binding,
    seat,
  }: { readonly judge: LanguageModel; readonly binding: ModelBinding; readonly seat: JudgeSeat },
): BlindEvaluator {
  const rubric = task.scoring.kind === 'judge' ? task.scoring.rubric : '';
  return {
    async score(given) {
      const ask = asking(judge, { binding, key: given.key, heard: { isAnswer: false } });
      const { score, isReadable } = await judgeAnswer({ rubric, seat, ...about(given), ask });
      return isReadable ? score.value : null;
    },
  };
}

/** An answer of the traffic in the shape of an example; no split has it, and no name in it says which side it is. */
function about({ question, context, expected, answer }: GivenAnswer) {
  const example = {
    ...{ id: 'traffic', question, context, expected: expected ?? '', groupKey: null },
    contentHash: contentHash(question),
  };
  return { example, answer: finalAnswerIn(answer), ordinal: 0, repetition: 0 };
}

/** As in the run: where a reply says which part of it is the answer, that part is scored, else all of it. */
function finalAnswerIn(reply: string): string {
  return extractAnswer(reply) ?? reply;
}

interface Asking {
  readonly binding: ModelBinding;
  readonly key: string;
  readonly heard: { isAnswer: boolean };
}

/** Outside of any run: nothing is journaled, and a text is forgotten once it is scored. */
function asking(model: LanguageModel, { binding, key, heard }: Asking): Ask {
  return async ({ purpose, messages, json, seat }) => {
    const { temperature, maxTokens } = binding;
    const seed = Number.parseInt(contentHash(key).slice(0, 7), 16);
    const outcome = await model.complete({
      role: 'evaluator',
      ...{ purpose, messages, json, temperature, maxTokens, seed, idempotencyKey: key },
      ...(seat === undefined ? {} : { seat }),
    });
    heard.isAnswer = outcome.ok;
    return { outcome, callKey: key, costUsd: null };
  };
}
