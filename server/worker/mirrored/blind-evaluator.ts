import type pg from 'pg';
import { contentHash } from '@/lib/domain/content-hash';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import { scoreValue } from '@/lib/domain/score';
import { refusedByContext } from '@/lib/engine/calls/call-account';
import { judgeAnswer } from '@/lib/evaluation/judge';
import { isJudged } from '@/lib/evaluation/judge-seats';
import { scoreByProgram } from '@/lib/evaluation/program';
import { type CodeScoringSpec, scoreAnswer } from '@/lib/evaluation/scorers/score-answer';
import type { Ask } from '@/lib/methods/method';
import { extractAnswer } from '@/lib/methods/prompting/extract-answer';
import { findScoringRun } from '@/server/repositories/scoring-runs';
import { openScoringModel, type ScoringModel } from './scoring-model';

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
  const asked = await openScoringModel(run, canaryId);
  if (asked !== null)
    return asked.kind === 'judge' ? judged(run.manifest, asked) : byProgram(run.manifest, asked);
  return isJudged(run.manifest) ? null : byCode(run.manifest);
}

function byCode({ task }: RunManifest): BlindEvaluator {
  const spec = task.scoring as CodeScoringSpec;
  return {
    score: async ({ answer, expected }) =>
      expected === null ? null : scoreAnswer(spec, finalAnswerIn(answer), expected).value,
  };
}

function byProgram(
  { models }: RunManifest,
  { model, binding: { model: command } }: ScoringModel,
): BlindEvaluator {
  return {
    async score(given) {
      const ask = asking(model, { binding: models.evaluator, key: given.key });
      return scoreValue(await scoreByProgram({ command, ...about(given), ask }));
    },
  };
}

function judged({ task }: RunManifest, { model, binding, seat }: ScoringModel): BlindEvaluator {
  const rubric = task.scoring.kind === 'judge' ? task.scoring.rubric : '';
  return {
    async score(given) {
      const ask = asking(model, { binding, key: given.key });
      const { score } = await judgeAnswer({ rubric, seat, ...about(given), ask });
      return scoreValue(score);
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
}

/** Outside of any run: nothing is journaled, and a text is forgotten once it is scored. */
function asking(model: ScoringModel['model'], { binding, key }: Asking): Ask {
  return async ({ purpose, messages, json, seat, repetition }) => {
    const { temperature, maxTokens } = binding;
    const own = repetition === 0 ? key : `${key}/${repetition}`;
    const seed = Number.parseInt(contentHash(own).slice(0, 7), 16);
    const tooLong = purpose === 'judge' ? refusedByContext(binding, messages) : null;
    if (tooLong !== null) return { outcome: tooLong, callKey: own, costUsd: null };
    const outcome = await model.complete({
      role: 'evaluator',
      ...{ purpose, messages, json, temperature, maxTokens, seed, idempotencyKey: own },
      ...(seat === undefined ? {} : { seat }),
    });
    return { outcome, callKey: own, costUsd: null };
  };
}
