/**
 * How often a target is met that no prompt reaches, by the rule that stops a run and by the gate before production, each
 * looked at after every measurement. The true score is exactly the target, or the serial score a point below it.
 */

import { isShown } from '@/lib/domain/claim-answer';
import { targetReached } from '@/lib/engine/limits/target-reached';
import { seededRng } from '@/lib/random/seeded-rng';
import { shownOnHeldOut } from '@/lib/report/claims/shown-on-held-out';
import { measure } from '@/lib/stats/mean-interval';
import type { BenchRow } from '../bench-row';
import { errorRow, RUNS } from './rate-row';
import { simulatedRun } from './simulated-run';

const LOOKS = 10;
const SCORE = 0.7;

const manifestOf = (targetScore: number | null): Parameters<typeof shownOnHeldOut>[2] => ({
  evaluation: { everyExamples: null, split: 'heldOut', looksMax: LOOKS },
  stopping: { patience: null, targetScore },
  split: {
    registrationId: '',
    hash: '',
    counts: { train: 100, selection: 0, heldOut: 300, confirmation: 0 },
  },
  epochs: 1,
});

export async function measureMetTargets(): Promise<readonly BenchRow[]> {
  return [
    targetRow('the true score is the target', SCORE, 1),
    targetRow('the true score is a point below the target', SCORE + 0.01, 0.3),
    gateRow(),
  ];
}

/** `coins`: with 1 the examples are drawn anew at every look, which no pairing could help. */
function targetRow(what: string, target: number, coins: number): BenchRow {
  const name = `target met: ${what}, ${LOOKS} looks, n = 300, ${100 * coins} % noisy answers`;
  const manifest = manifestOf(target);
  let met = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const rng = seededRng(`${name}/${run}`);
    const looks = Array.from({ length: LOOKS + 1 }, () => answers(rng, coins));
    const measurements = looks.map((scores) => measure(scores));
    const isMet = looks.some(
      (lastScores, at) =>
        at > 0 &&
        targetReached({ manifest, measurements: measurements.slice(0, at + 1), lastScores }) !== null,
    );
    if (isMet) met += 1;
  }
  return errorRow(name, { errors: met, runs: RUNS, nominal: 0.025 });
}

/** All noisy: every answer is right with the chance SCORE; else only a share is drawn again. */
function answers(rng: ReturnType<typeof seededRng>, coins: number): number[] {
  return Array.from({ length: 300 }, (_, at) => {
    if (coins === 1) return rng.nextFloat() < SCORE ? 1 : 0;
    if (at < coins * 300) return rng.nextFloat() < 0.5 ? 1 : 0;
    return (at - coins * 300) / (300 - coins * 300) < (SCORE - coins / 2) / (1 - coins) ? 1 : 0;
  });
}

function gateRow(): BenchRow {
  const name =
    'gate open without a target: no prompt is better, 10 measurements, n = 300, 30 % noisy answers';
  const manifest = manifestOf(null);
  let open = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const scores = Array.from({ length: LOOKS + 1 }, () => SCORE);
    const points = simulatedRun({ n: 300, coins: 0.3, scores }, seededRng(`${name}/${run}`));
    const best = points.findLast((point) => point.best);
    if (best && isShown(shownOnHeldOut(points, best.candidateHash, manifest))) open += 1;
  }
  return errorRow(name, { errors: open, runs: RUNS, nominal: 0.025 });
}
