import type { HealthFinding } from '@/lib/domain/canary';
import type { EvaluatorFacts, ProbeReading } from '@/lib/domain/evaluator-probe';
import { tTwoSidedP } from '@/lib/stats/student-t';
import { mean, sampleDeviation } from '@/lib/stats/summary';

/**
 * Does the evaluator that scores a canary's pairs still judge as it did? A probe set of answers that it had scored
 * before the registration, in the run that the prompts come from, is scored again word for word. Two questions, and it
 * takes a yes to both for a drift, because either alone misleads:
 *
 *     size     |shift| > 1,  shift = (mean now - mean then) / s.e.,  s.e. = s_then / sqrt(n) of the probe's mean
 *     noise    p < 0.001 of Student's t on the paired differences now - then of the same answers
 *
 * The size is the registered rule. Alone it would call a noisy judge's own noise a drift: where its noise is as large as
 * the spread of the answers, the difference of two means moves by 1.4 s.e. and every second reading would be invalid. The
 * paired error alone would be worse: 1 of it is passed by noise in a third of all readings, and by a judge of temperature 0
 * with a harmless shift. p is small because a canary is read again and again: at most 56 times in two weeks, so that
 * noise alone makes at most 5.6 % of such canaries invalid, and mostly far fewer, because it has to be large as well.
 *
 * Knows no model, no rows and no clock. Cost: a few operations an answer; the calls are the caller's.
 */
export const PROBE_MAX = 50;
/** With fewer the error of the mean is itself not known. */
export const PROBE_MIN = 10;
export const PROBE_EVERY_HOURS = 6;
/** Fewer of the answers than this share scored again are another set. */
export const PROBE_ANSWERED_MIN = 0.8;

const SHIFT_MAX = 1;
const NOISE_P = 0.001;

/** Null where too few came back to be the same set. */
export function readProbe(
  answers: readonly { readonly before: number; readonly after: number | null }[],
): ProbeReading | null {
  const both = answers.flatMap(({ before, after }) => (after === null ? [] : [{ before, after }]));
  const n = both.length;
  if (n < PROBE_MIN || n < PROBE_ANSWERED_MIN * answers.length) return null;
  const scores = both.map(({ before }) => before);
  const differences = both.map(({ before, after }) => after - before);
  const moved = mean(differences) ?? 0;
  // Answers that were all scored alike have no spread; one answer judged wholly otherwise is then the smallest step.
  const standardError = Math.max((sampleDeviation(scores) ?? 0) / Math.sqrt(n), 1 / n);
  const meanThen = mean(scores) ?? 0;
  const pairedError = (sampleDeviation(differences) ?? 0) / Math.sqrt(n);
  return {
    ...{ n, meanThen, standardError },
    mean: meanThen + moved,
    shift: moved / standardError,
    p: chanceOf(moved, pairedError, n),
  };
}

/** Differences that are all alike leave no room for noise. */
function chanceOf(moved: number, pairedError: number, n: number): number {
  // Rounding error from subtracting equal decimals is no difference.
  if (Math.abs(moved) < 1e-12) return 1;
  return pairedError < 1e-12 ? 0 : tTwoSidedP(moved / pairedError, n - 1);
}

/** Whether it can be scored again at all: code needs no probe, and a set too small is none. */
export function isProbed({ kind, answers, isUsed }: EvaluatorFacts): boolean {
  return isUsed && (kind === 'judge' || kind === 'program') && answers >= PROBE_MIN;
}

/** Null facts: registered before a probe set was kept. */
export function checkEvaluator(facts: EvaluatorFacts | null): HealthFinding {
  if (facts === null)
    return finding(
      'unmeasured',
      'The evaluator is pinned; whether it drifts on a probe set is not measured.',
    );
  const { kind, answers, isUsed, latest } = facts;
  if (kind === 'none' || !isUsed)
    return finding('unmeasured', "The outcomes are the team's own: no evaluator here scored a pair.");
  if (kind === 'code')
    return finding(
      'byDesign',
      'The evaluator is code: the same answer gets the same score, so it cannot drift.',
    );
  if (answers < PROBE_MIN) {
    const sentence = `The run has ${answers} answers that its evaluator scored, and a probe set takes ${PROBE_MIN}.`;
    return finding('unmeasured', sentence);
  }
  if (latest === null)
    return finding(
      'waiting',
      `${answers} answers are scored again every ${PROBE_EVERY_HOURS} hours; not yet.`,
    );
  return { ...judged(latest), measuredAt: latest.at };
}

function judged({ n, shift, p }: ProbeReading): HealthFinding {
  const sentence = `The evaluator moved by ${Math.abs(shift).toFixed(2)} standard errors on ${n} answers scored again`;
  if (Math.abs(shift) <= SHIFT_MAX) return finding('sound', `${sentence}.`);
  if (p >= NOISE_P) return finding('waiting', `${sentence}, which its own noise may explain.`);
  return finding('invalid', `${sentence}, more than its own noise.`);
}

function finding(state: HealthFinding['state'], sentence: string): HealthFinding {
  return { check: 'evaluatorDrift', state, sentence };
}
