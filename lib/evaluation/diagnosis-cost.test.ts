import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import { seededRng } from '@/lib/random/seeded-rng';
import { measuredOn, serialRun } from '@/lib/testing/serial-curves';
import { decideConvergence } from './convergence';
import { diagnosisCost } from './diagnosis-cost';

const usual = { heldOut: 300, measurements: 10, repetitionsMax: REPETITIONS_DEFAULT };

describe('what a diagnosis is expected to cost', () => {
  it('agrees with simulated flat curves of 10 % noisy answers', () => {
    const said = diagnosisCost({ ...usual, differing: 0.091 });
    const runs = 60;
    let [go, repeats] = [0, 0];
    for (let run = 0; run < runs; run += 1) {
      const spec = { shape: 'plateauAbove', length: 10, coins: 0.1, heldOut: 300 } as const;
      const curve = measuredOn(serialRun(spec, seededRng(`cost/${run}`)), REPETITIONS_DEFAULT);
      repeats += curve.repeats.length;
      if (decideConvergence(curve).verdict === 'go') go += 1;
    }
    expect(said.chance).toBeGreaterThan(0.8);
    expect(Math.abs(go / runs - said.chance)).toBeLessThan(0.15);
    expect(said.rollouts / ((repeats / runs) * 300)).toBeGreaterThan(0.75);
    expect(said.rollouts / ((repeats / runs) * 300)).toBeLessThan(1.33);
  });

  it('is nothing without noise, and warns where the cap is not enough', () => {
    expect(diagnosisCost({ ...usual, differing: 0 })).toMatchObject({ chance: 1, rollouts: 0 });
    expect(diagnosisCost({ ...usual, differing: 0.5 }).chance).toBeLessThan(0.5);
  });

  it('falls with more examples, longer runs and less noise, and stays within what the cap allows', () => {
    const n = fc.integer({ min: 50, max: 2000 });
    const noise = fc.double({ min: 0.005, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(n, fc.integer({ min: 4, max: 40 }), noise, (heldOut, measurements, differing) => {
        const asked = { ...usual, heldOut, measurements, differing };
        const { chance, rollouts, rolloutsMax } = diagnosisCost(asked);
        expect(rollouts).toBeLessThanOrEqual(rolloutsMax);
        expect(diagnosisCost({ ...asked, heldOut: 2 * heldOut }).chance).toBeGreaterThanOrEqual(chance);
        expect(diagnosisCost({ ...asked, measurements: 2 * measurements }).chance).toBeGreaterThanOrEqual(
          chance,
        );
        expect(diagnosisCost({ ...asked, differing: differing / 2 }).chance).toBeGreaterThanOrEqual(chance);
      }),
    );
  });
});
