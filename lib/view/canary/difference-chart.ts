import type { VerdictKind } from '@/lib/domain/canary';
import { formatCount, formatPoints } from '../numbers';
import { evenTicks } from '../ticks';
import { VERDICT_WORDS } from './canary-words';
import type { LookedStage } from './stepper';

/**
 * Curve of the difference and its confidence sequence, look by look, in points, against the margin. The chart answers
 * one question: does the whole band lie above the margin? It does not depend on recharts.
 */
export interface LookShown {
  readonly look: number;
  /** Number of pairs; in a live step, which has no pairs, the outcomes of both arms. */
  readonly pairs: number;
  readonly discordant: number;
  readonly difference: number;
  /** Null before there is a spread to trust. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly verdict: VerdictKind;
}

export interface DifferenceDot {
  readonly x: number;
  readonly difference: number;
  /** Absent before there is a spread to trust: the band begins later. */
  readonly band: readonly [number, number] | undefined;
  readonly label: string;
  readonly title: string;
}

export interface DifferenceChart {
  readonly dots: readonly DifferenceDot[];
  readonly margin: number;
  /** Unit that the looks count. */
  readonly counts: 'pairs' | 'outcomes';
  /** The two sides of the comparison, in words. */
  readonly origin: string;
  readonly emptyText: string;
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
  readonly summary: string;
}

interface Judged {
  readonly margin: number;
  readonly pairsPlanned: number;
  readonly lookEvery: number;
}

/** Limit above which looks cannot be told apart. */
const DOTS_MAX = 300;

export function prepareDifferenceChart(
  looks: readonly LookShown[],
  { margin, pairsPlanned, lookEvery }: Judged,
  stage: LookedStage,
): DifferenceChart {
  // A look triggered by the clock has no difference, which is not a difference of zero.
  const counted = looks.filter(({ pairs }) => pairs > 0);
  const counts = stage === 'liveStep' ? 'outcomes' : 'pairs';
  const dots = thinned(counted).map((look) => dotOf(look, counts));
  const last = counted.at(-1);
  const values = dots.flatMap(({ difference, band }) => [difference, ...(band ?? [])]);
  // The first looks have very wide bands; the axis follows the late looks.
  const near = margin * 100 * 6;
  const low = Math.max(-near, Math.min(-margin * 200, ...values));
  const high = Math.min(near, Math.max(margin * 100, ...values));
  return {
    dots: dots.map((dot) => ({ ...dot, band: dot.band && cut(dot.band, low, high) })),
    margin: -margin * 100,
    counts,
    origin: originOf(stage, pairsPlanned),
    emptyText:
      stage === 'liveStep'
        ? 'The curve begins with the first outcomes of the step.'
        : `The curve begins with the first look, at ${formatCount(lookEvery)} pairs.`,
    xTicks: evenTicks(0, Math.max(pairsPlanned, last?.pairs ?? 0)),
    yTicks: evenTicks(low, high),
    summary: summaryOf(last, margin, counts),
  };
}

/** Live steps compare two arms; before and after them both prompts answer the same requests. */
function originOf(stage: LookedStage, pairsPlanned: number): string {
  const sequence = 'with a sequence that may be looked at as often as one likes.';
  if (stage === 'liveStep')
    return `Live steps: challenger minus control, each with callers of its own, ${sequence}`;
  if (stage === 'watch') return `Watch: challenger minus incumbent on the same requests, ${sequence}`;
  return `Shadow: challenger minus incumbent on the same requests, ${sequence} ${formatCount(pairsPlanned)} pairs planned.`;
}

/** The last look in words. */
function summaryOf(last: LookShown | undefined, margin: number, counts: DifferenceChart['counts']): string {
  if (last === undefined) return 'Nothing was compared in this stage yet.';
  const found = `After ${formatCount(last.pairs)} ${counts} the difference is ${formatPoints(last.difference)}`;
  if (last.lower === null || last.upper === null)
    return `${found}; ${counts === 'pairs' ? 'too few pairs differ' : 'too few outcomes came'} for bounds. The margin is ${formatPoints(-margin)}.`;
  const place =
    last.lower >= -margin
      ? 'wholly above the margin'
      : last.upper < -margin
        ? 'wholly below the margin'
        : 'on both sides of the margin';
  return `${found}, between ${formatPoints(last.lower)} and ${formatPoints(last.upper)}: ${place} of ${formatPoints(-margin)}.`;
}

function dotOf(look: LookShown, counts: DifferenceChart['counts']): DifferenceDot {
  const bounds = describeBounds(look);
  const differ = counts === 'pairs' ? `, ${formatCount(look.discordant)} differ` : '';
  return {
    x: look.pairs,
    difference: look.difference * 100,
    band: look.lower === null || look.upper === null ? undefined : [look.lower * 100, look.upper * 100],
    title: `Look ${look.look}: ${VERDICT_WORDS[look.verdict].word}`,
    label: `${formatPoints(look.difference)} (${bounds}), ${formatCount(look.pairs)} ${counts}${differ}`,
  };
}

export function describeBounds({ lower, upper }: Pick<LookShown, 'lower' | 'upper'>): string {
  return lower === null || upper === null
    ? 'no bounds yet'
    : `${formatPoints(lower)} to ${formatPoints(upper)}`;
}

function cut([low, high]: readonly [number, number], floor: number, roof: number): readonly [number, number] {
  return [Math.max(floor, low), Math.min(roof, high)];
}

/** Keeps evenly spaced looks, always with the first and the last. */
function thinned(looks: readonly LookShown[]): readonly LookShown[] {
  if (looks.length <= DOTS_MAX) return looks;
  const step = (looks.length - 1) / (DOTS_MAX - 1);
  return Array.from({ length: DOTS_MAX }, (_, index) => looks[Math.round(index * step)]).flatMap(
    (look) => look ?? [],
  );
}
