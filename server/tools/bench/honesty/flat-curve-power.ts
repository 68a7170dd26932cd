import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import type { BenchRow } from '../bench-row';
import { powerRow, RUNS } from './rate-row';
import { diagnosed } from './stalled-search';

const FLAT = { shape: 'plateauAbove', length: 10, coins: 0.1, heldOut: 300 } as const;

/**
 * Truly flat curves 5 to 30 points above the original prompt, with 10 % noisy answers on 300 examples and the ten
 * measurements of the default schedule: how often the diagnosis says go within its registered cap. At least 80 %. About
 * a minute a thousand runs of one core.
 */
export async function measureFlatCurves(): Promise<readonly BenchRow[]> {
  let [hits, repeats, most] = [0, 0, 0];
  for (let run = 0; run < RUNS; run += 1) {
    const said = diagnosed(FLAT, `honesty/flat/${run}`);
    if (said.verdict === 'go') hits += 1;
    repeats += said.repeats;
    most = Math.max(most, said.repeats);
  }
  const rollouts = (count: number) => Math.round(count * FLAT.heldOut).toLocaleString('en-US');
  const note = `at most ${REPETITIONS_DEFAULT} answers an example and candidate; ${rollouts(repeats / RUNS)} evaluation rollouts a diagnosis, ${rollouts(most)} at most`;
  return [
    powerRow('flat curve, 10 % noisy answers, n = 300: go', { shown: hits, runs: RUNS, wanted: 0.8, note }),
  ];
}
