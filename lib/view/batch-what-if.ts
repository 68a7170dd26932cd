import type { PowerLawFit } from '@/lib/domain/batch-plan';
import type { BatchSettings } from '@/lib/domain/manifest';
import { type PlateauRule, peakSlope, plateauOf } from '@/lib/stats/plateau-batch-size';
import { formatDuration } from './numbers';

/**
 * What the same measurements would have chosen under another tau or another smallest size (Combee 3, E6): the line
 * stays, only where it is called flat moves. Knows no caps: lanes, tokens and the end of the examples come after.
 */
export interface WhatIf {
  /** The plateau before floor and clamp, or null where the line has none. */
  readonly plateau: number | null;
  /** Epoch time there, and the straight line that touches the law with slope -tau; what "flat" looks like. */
  readonly touch: { readonly seconds: number; readonly tangent: readonly TangentPoint[] } | null;
  readonly sentence: string;
}

export interface TangentPoint {
  readonly size: number;
  readonly seconds: number;
}

export interface WhatIfChoice {
  /** tau as a share of the peak slope. */
  readonly tauShare: number;
  /** b_min, where the law is steepest. */
  readonly smallest: number;
}

type Dynamic = Extract<BatchSettings, { kind: 'dynamic' }>;

/** What the run itself had. */
export function choiceOf(batch: Dynamic): WhatIfChoice {
  return { tauShare: batch.tauShare, smallest: Math.min(...batch.profileSizes) };
}

/** Chances to turn: a twentieth of the usual tau to a fifth of the slope, in even steps of a logarithm. */
export const TAU_SHARES: readonly number[] = Array.from({ length: 49 }, (_, step) =>
  Number((0.001 * 200 ** (step / 48)).toPrecision(2)),
);

export const SMALLEST_SIZES: readonly number[] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32];

export function prepareWhatIf(fit: PowerLawFit, batch: Dynamic, choice: WhatIfChoice): WhatIf {
  const rule = ruleOf(batch, choice);
  const plateau = plateauOf(fit.A, fit.alpha, rule) ?? null;
  const own = plateauOf(fit.A, fit.alpha, ruleOf(batch, choiceOf(batch))) ?? null;
  if (plateau === null)
    return { plateau, touch: null, sentence: 'The line does not fall, so nothing on it is flat.' };
  const isOwn = choice.tauShare === batch.tauShare && choice.smallest === Math.min(...batch.profileSizes);
  const seconds = epochSeconds(fit, plateau);
  const words = `With tau at ${percent(choice.tauShare)} of the slope at ${choice.smallest}, the law is flat from about ${plateau.toFixed(1)} on: size ${Math.max(1, Math.floor(plateau))}, ${formatDuration(seconds * 1000)} an epoch.`;
  return {
    plateau,
    touch: {
      seconds,
      tangent: tangentAt(plateau, seconds, (rule.tauShare * peakSlope(fit.A, fit.alpha, rule)) / 1000),
    },
    sentence: isOwn ? `${words} That is this run's own setting.` : `${words} ${against(fit, plateau, own)}`,
  };
}

function ruleOf(
  { peakSlope: kind, profileSizes }: Dynamic,
  { tauShare, smallest }: WhatIfChoice,
): PlateauRule {
  const second = [...profileSizes].sort((a, b) => a - b).find((size) => size > smallest) ?? 2 * smallest;
  return { tauShare, peakSlope: kind, smallest, second };
}

function against(fit: PowerLawFit, plateau: number, own: number | null): string {
  if (own === null) return '';
  const change = epochSeconds(fit, plateau) / epochSeconds(fit, own) - 1;
  const words = `${Math.abs(change * 100).toFixed(0)} % ${change > 0 ? 'longer' : 'shorter'}`;
  return `This run's own setting says ${Math.floor(own)}; an epoch would take ${words}.`;
}

const epochSeconds = ({ A, alpha }: PowerLawFit, size: number) => (A * size ** -alpha) / 1000;

/** Through (size, seconds) with slope -tau, from half the size to where it meets the axis or twice the size. */
function tangentAt(size: number, seconds: number, tau: number): readonly TangentPoint[] {
  const steps = 12;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const at = size * (0.5 + (1.5 * step) / steps);
    return { size: at, seconds: seconds - tau * (at - size) };
  }).filter((point) => point.seconds > 0);
}

export const percent = (share: number) => `${Number((share * 100).toPrecision(2))} %`;
