import type { BatchPlan, BatchSizeCap, PowerLawFit } from '@/lib/domain/batch-plan';
import { isUsable } from './delay-points';
import type { IterationDelay } from './fit-delays';
import type { SizeSurvival } from './survival-brake';

/** The words of a batch plan: one sentence with the numbers that decided it. Decides nothing. */
export interface PlateauFacts {
  readonly fit: PowerLawFit;
  readonly plateau: number;
  readonly interval: { readonly lower: number; readonly upper: number };
  readonly target: number;
  readonly trainExamples: number;
}

export function fixed(size: number, reason: string): string {
  // The reason is a person's own sentence; its full stop would end up inside the brackets.
  return `The batch size ${size} is fixed by the manifest (${reason.trim().replace(/[.!?]+$/, '')})`;
}

export function profiling(place: {
  readonly size: number;
  readonly ordinal: number;
  readonly of: number;
}): string {
  const { size, ordinal, of } = place;
  const which =
    ordinal <= of ? `${ordinal} of ${of}` : 'measured again, since its first delay was not usable';
  return `Profile size ${size} is measured (${which}) to learn how an epoch's time falls with the batch size`;
}

export function degenerate(why: string, smallest: number): string {
  return `The fit cannot be trusted (${why}), so the smallest profiled size ${smallest} is used`;
}

export function confirming(facts: PlateauFacts): string {
  const expected = seconds(predictedDelayMs(facts.fit, facts.target, facts.trainExamples));
  return `${law(facts)}, so one iteration at ${facts.target} checks the predicted ${expected}`;
}

export function chosen(facts: PlateauFacts): string {
  return `${law(facts)}, so the size is ${facts.target}`;
}

export function moved(
  facts: PlateauFacts & { readonly current: number; readonly news: string | null },
): string {
  const { current, target, news } = facts;
  return joined(`${law(facts)}, which excludes the ${current} in use, so the size moves to ${target}`, news);
}

export function kept(
  facts: PlateauFacts & { readonly current: number; readonly isLarge: boolean; readonly news: string | null },
): string {
  const { current, target, isLarge, news } = facts;
  const why = isLarge ? 'which still holds it' : `less than 20 % from it (${target})`;
  return joined(`The size stays ${current}: ${law(facts)}, ${why}`, news);
}

/** Why the size stays below what the law asks for: the measured sizes on both sides of the floor. */
export function braked(
  main: string,
  brake: { readonly floor: number; readonly sizeMax: number; readonly measured: readonly SizeSurvival[] },
): string {
  const { floor, sizeMax, measured } = brake;
  const holds = measured.findLast(({ size }) => size <= sizeMax);
  const breaks = measured.find(({ size }) => size > sizeMax);
  const words = [holds, breaks].flatMap((one) =>
    one ? [`${percent(one.share)} of ${one.n} insights survived at ${one.size}`] : [],
  );
  return `${main}; but ${words.join(' and ')}, so the floor of ${percent(floor)} holds it at ${sizeMax}`;
}

/** Result of the confirming iteration, in the plan right after it; null in all others. */
export function confirmed(
  plan: BatchPlan | undefined,
  delays: readonly IterationDelay[],
  trainExamples: number,
): string | null {
  if (plan?.reason !== 'confirming' || plan.fit === null) return null;
  const delay = delays.find((each) => each.iteration === plan.iteration);
  if (delay === undefined || !isUsable(delay)) return 'the confirming iteration gave no usable delay';
  const predicted = predictedDelayMs(plan.fit, delay.size, trainExamples);
  const error = Math.abs(delay.delayMs - predicted) / predicted;
  const took = `the confirming iteration took ${seconds(delay.delayMs)} where ${seconds(predicted)} was predicted`;
  // The next fit holds the new point either way; above 30 % people should know that the law bends there.
  return error > CONFIRM_ERROR_MAX
    ? `${took} (error ${percent(error)}), so the fit was made anew with it`
    : `${took} (error ${percent(error)})`;
}

/** Rulings E5 and Combee 3.1, step 6. */
const CONFIRM_ERROR_MAX = 0.3;

/** delay(bs) = T(bs) * bs / N, the law turned back into one iteration's time. */
function predictedDelayMs(fit: PowerLawFit, size: number, trainExamples: number): number {
  return (fit.A * size ** (1 - fit.alpha)) / trainExamples;
}

/** The whole sentence, with what bound the size at its end. */
export function sentence(main: string, size: number, caps: readonly BatchSizeCap[]): string {
  const bound =
    caps.length === 0 ? null : `${caps.map((cap) => CAP_WORDS[cap]).join(' and ')} hold it at ${size}`;
  return `${joined(main, bound)}.`;
}

const CAP_WORDS: Readonly<Record<BatchSizeCap, string>> = {
  lanes: 'the lanes',
  tokenLimit: 'the tokens of a minute',
  remaining: 'the examples left',
  maxBatch: 'the limits of batch size and training set',
  varianceFloor: 'rewards that hardly vary',
};

/** The law, the change of conditions if one was found, and the plateau with its interval. */
function law({ fit, plateau, interval }: PlateauFacts): string {
  const line = `T = ${seconds(fit.A)} x bs^-${short(fit.alpha)} (R² ${short(fit.r2)}, ${fit.points} iterations)`;
  const last = fit.steps?.at(-1);
  const step =
    last === undefined
      ? ''
      : `, work taking ${short(last.factor)} times as long since iteration ${last.iteration}`;
  return `${line}${step}, has its plateau at ${short(plateau)} (${short(interval.lower)} to ${short(interval.upper)})`;
}

function joined(main: string, more: string | null): string {
  return more === null ? main : `${main}; ${more}`;
}

function seconds(ms: number): string {
  return `${short(ms / 1000)} s`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

/** Three significant digits, without exponents for ordinary sizes. */
function short(value: number): string {
  return Number(value.toPrecision(3)).toString();
}
