import { settleAll } from '@/lib/combee/settle-all';
import type { Candidate } from '@/lib/domain/candidate';
import { stated } from '@/lib/domain/cause';
import type { Example } from '@/lib/domain/example';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { JudgeSeat } from '@/lib/domain/model-role';
import { isMissing, type Scored, scoreValue } from '@/lib/domain/score';
import { scoreGiven } from '@/lib/domain/score-given';
import { toNanodollars } from '@/lib/domain/spend';
import type { SplitName } from '@/lib/domain/split';
import type { FactSink } from '@/lib/engine/fact-sink';
import type { Answer, Ask, Method } from '@/lib/methods/method';
import { knownScores } from '@/lib/stats/known-scores';
import { measure } from '@/lib/stats/mean-interval';
import { scorerFor } from './score-answers';

/** The facts of one measurement, without what only the loop knows (which is best so far). */
export type HeldOutMeasurement = Omit<FactData['heldOut.measured'], 'best'>;

/** Ordinals of judge calls on held-out start here, past any minibatch. */
export const FIRST_JUDGE_ORDINAL = 1_000_000;

/** Who judges from here on, and the scores that this judge has given already, by example. */
export interface ActingJudge {
  readonly seat: JudgeSeat;
  readonly known: ReadonlyMap<string, Scored>;
}

/** All answers of a measurement before any is scored, in the order of their ordinals. */
export interface AnsweredExamples {
  readonly examples: readonly Example[];
  readonly answers: readonly Answer[];
  readonly ask: Ask;
}

/** A measurement, and what answering it cost at list price: null where the model has no price. */
export interface PricedMeasurement {
  readonly measured: HeldOutMeasurement;
  readonly costUsd: number | null;
}

/**
 * Scores a candidate on the measuring split: one call an example, all at once as far as the lanes allow. Held-out is
 * never shown to a reflector and never used to choose examples. Where the evaluator or the provider failed the score is
 * missing and counted; a reply of the model itself that is of no use scores 0.
 * Cost: n serving calls (and n judge calls where a judge scores).
 */
export async function measureHeldOut(input: {
  readonly manifest: RunManifest;
  readonly method: Method;
  readonly candidate: Candidate;
  readonly examples: readonly Example[];
  readonly iteration: number;
  readonly trainExamplesSeen: number;
  readonly ask: Ask;
  readonly facts: FactSink;
  readonly seat?: JudgeSeat;
  /** Settles who judges once all answers are there and before any counts; where it is given, `seat` is not asked. */
  readonly settleJudge?: (answered: AnsweredExamples) => Promise<ActingJudge>;
  /** Another split than the measuring one, and where its calls and facts stand so that they cannot meet the others. */
  readonly apart?: { readonly split: SplitName; readonly place: string; readonly firstOrdinal: number };
}): Promise<PricedMeasurement> {
  const { manifest, method, candidate, iteration } = input;
  const own = manifest.evaluation.split;
  const { split, place, firstOrdinal } = input.apart ?? { split: own, place: own, firstOrdinal: 0 };
  // Marks the calls whose answers other runs may share.
  const ask: Ask = (request) => input.ask({ ...request, measures: candidate.hash });
  const examples = [...input.examples].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const answering = examples.map((example, ordinal) =>
    method.answer({
      manifest,
      candidate,
      example,
      purpose: 'evaluate',
      ordinal: firstOrdinal + ordinal,
      ask,
    }),
  );
  const judge = input.settleJudge
    ? await input.settleJudge({ examples, answers: await settleAll(answering), ask })
    : { seat: input.seat, known: undefined };
  const score = scorerFor({
    manifest,
    examples,
    ask,
    firstOrdinal: FIRST_JUDGE_ORDINAL + firstOrdinal,
    ...judge,
  });
  let failures = 0;
  let refused = 0;
  let costUsd: number | null = 0;

  const scores = await settleAll(
    examples.map(async (example, ordinal) => {
      const answer = await (answering[ordinal] as Promise<Answer>);
      const scored = await scoreGiven({ score, example }, answer);
      const cause = isMissing(scored) ? scored.missing : answer.cause;
      if (cause !== null) failures += 1;
      if (cause?.code === 'budget') refused += 1;
      const usage = usageOf(answer);
      costUsd = costUsd === null || usage.costUsd === null ? null : toNanodollars(costUsd + usage.costUsd);
      input.facts.emit(
        'rollout.finished',
        `${iteration}/${place}/${ordinal}`,
        {
          iteration,
          ordinal,
          split,
          exampleId: example.id,
          candidateHash: candidate.hash,
          answer: answer.text,
          score: scoreValue(scored),
          correct: !isMissing(scored) && scored.correct,
          cause: stated(cause),
          ...usage,
        },
        measuredOf(answer),
      );
      return scoreValue(scored);
    }),
  );

  const known = knownScores(scores);
  const missing = scores.length - known.length;
  const measured: HeldOutMeasurement = {
    iteration,
    candidateHash: candidate.hash,
    split,
    trainExamplesSeen: input.trainExamplesSeen,
    score: measure(known),
    exampleIds: examples.map((example) => example.id),
    scores,
    failures,
    ...(missing > 0 ? { missing } : {}),
    ...(refused > 0 || known.length === 0 ? { incomplete: true as const } : {}),
  };
  return { measured, costUsd };
}

/** Tokens, list price and journal keys of an answer, as the ledger keeps them. */
export function usageOf(answer: Answer) {
  return {
    tokensIn: answer.asked.reduce((sum, { outcome }) => sum + outcome.tokensIn, 0),
    tokensOut: answer.asked.reduce((sum, { outcome }) => sum + outcome.tokensOut, 0),
    costUsd: answer.asked.some((asked) => asked.costUsd === null)
      ? null
      : answer.asked.reduce((sum, asked) => sum + (asked.costUsd ?? 0), 0),
    callKeys: answer.asked.map((asked) => asked.callKey),
  };
}

/** Measured delay of an answer, and the worker that carried the rollout where it was another one. */
export function measuredOf(answer: Answer): { delayMs: number; worker?: string } {
  const worker = answer.asked.find((asked) => asked.worker !== undefined)?.worker;
  return { delayMs: delayOf(answer), ...(worker === undefined ? {} : { worker }) };
}

function delayOf(answer: Answer): number {
  return answer.asked.reduce((sum, { outcome }) => sum + outcome.delayMs, 0);
}
