/**
 * What held-out shows of one prompt, held against what promotion asks for. A noisy score can reach anything; a
 * lower bound that allows for every prompt that was measured errs in at most 2.5 % of runs.
 *
 *     target pinned   lower bound of the prompt's score at alpha / K, K looks as registered; asked: the target
 *     none pinned     lower end of its gain over the original prompt, simultaneous over all; asked: the registered least gain
 */
import type { HeldOutEvidence } from '@/lib/domain/canary-state';
import { claimSettings } from '@/lib/domain/claim-settings';
import type { RunManifest } from '@/lib/domain/manifest';
import { lowerScoreBound } from '@/lib/stats/score-bound';
import { gainOfPrompt, type MeasuredPrompt } from './run-gain';

/** Chance of a false promotion by held-out alone. */
const ALPHA = 0.025;

/** Null where the prompt was not measured whole. */
export function shownOnHeldOut(
  points: readonly MeasuredPrompt[],
  candidateHash: string,
  manifest: Pick<RunManifest, 'evaluation' | 'split' | 'epochs' | 'stopping'>,
): HeldOutEvidence | null {
  const point = points.findLast((one) => one.candidateHash === candidateHash);
  if (point === undefined) return null;
  const { gainMin, looksMax } = claimSettings(manifest);
  const known = point.scores.flatMap((score) => score ?? []);
  const n = known.length;
  const { targetScore } = manifest.stopping;
  if (targetScore !== null) {
    const observed = n === 0 ? 0 : known.reduce((sum, score) => sum + score, 0) / n;
    const shown = lowerScoreBound(point.scores, ALPHA / looksMax);
    return { measure: 'score', observed, shown, asked: targetScore, n };
  }
  const gain = gainOfPrompt(points, candidateHash);
  // The original prompt gains nothing over itself, which no example could change.
  if (gain === null) return { measure: 'gain', observed: 0, shown: 0, asked: gainMin, n };
  return { measure: 'gain', observed: gain.mean, shown: gain.lower, asked: gainMin, n: gain.n };
}
