import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import type { JudgeSeat } from '@/lib/domain/model-role';
import type { Scored } from '@/lib/domain/score';
import { judgeAnswer } from '@/lib/evaluation/judge';
import { scoreByProgram } from '@/lib/evaluation/program';
import { scoreAnswer } from '@/lib/evaluation/scorers/score-answer';
import type { Ask } from '@/lib/methods/method';

/** An environment scores with the rollout itself (`scoreGiven`): one that did not leaves no score. */
const NOT_JUDGED: Scored = {
  missing: { code: 'unavailable', message: 'The environment did not judge this rollout.' },
};

export type ScoreFunction = (answer: string, example: Example) => Promise<Scored>;

/**
 * The run's evaluator for one set of examples: code where the task is scored by code, else the judge or the
 * operator's program or the HTTP evaluator. Their calls are keyed by the example's place and by how often its answer was
 * scored, which a replay repeats exactly.
 */
export function scorerFor(input: {
  readonly manifest: RunManifest;
  readonly examples: readonly Example[];
  readonly ask: Ask;
  /** Keeps the keys of training and held-out apart within one iteration. */
  readonly firstOrdinal: number;
  /** Role whose model judges; absent = the evaluator's own. */
  readonly seat?: JudgeSeat | undefined;
  /** Scores that this judge has given already, by example: not asked for again. */
  readonly known?: ReadonlyMap<string, Scored> | undefined;
}): ScoreFunction {
  const spec = input.manifest.task.scoring;
  if (spec.kind === 'environment') return async () => NOT_JUDGED;
  if (spec.kind !== 'judge' && spec.kind !== 'command' && spec.kind !== 'http')
    return async (answer, example) => scoreAnswer(spec, answer, example.expected);
  const ordinals = new Map(input.examples.map((example, index) => [example.id, input.firstOrdinal + index]));
  // A minibatch may hold an example twice; which of the two answers comes first is chance, so each has its own place.
  const places = new Map(input.examples.map((example, index) => [example, input.firstOrdinal + index]));
  const scored = new Map<number, number>();
  return async (answer, example) => {
    const known = input.known?.get(example.id);
    if (known) return known;
    const ordinal = places.get(example) ?? ordinals.get(example.id) ?? 0;
    const repetition = scored.get(ordinal) ?? 0;
    scored.set(ordinal, repetition + 1);
    if (spec.kind !== 'judge') {
      const command = spec.kind === 'http' ? spec.url : spec.command;
      return scoreByProgram({ command, example, answer, ordinal, repetition, ask: input.ask });
    }
    const { score } = await judgeAnswer({
      rubric: spec.rubric,
      example,
      answer,
      ordinal,
      repetition,
      ...(input.seat ? { seat: input.seat } : {}),
      ask: input.ask,
    });
    return score;
  };
}
