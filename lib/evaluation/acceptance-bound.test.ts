import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptanceBound } from './acceptance-bound';
import { decideConvergence } from './convergence';
import { CONVERGENCE_DEFAULTS } from './convergence-verdict';
import type { SerialCurve } from './serial-measurements';

/** A search whose candidates score `heights`; the same height again in a row restates an unchanged candidate. */
function search(heights: readonly number[], n = 200): SerialCurve {
  let candidate = 'c0';
  const measurements = heights.map((height, index) => {
    if (index > 0 && height !== heights[index - 1]) candidate = `c${index}`;
    const scores = Array.from({ length: n }, (_, example) => (example < height * n ? 1 : 0));
    return { trainExamplesSeen: index, candidate, scores };
  });
  return { measurements, repeats: [], repetitionsMax: 1 };
}

const asked = { window: 5, horizon: 4, repetitions: 1, error: 0.025 };
const stall = (height: number, times: number) => Array.from({ length: times }, () => height);

describe('the bound on what an acceptance may still bring', () => {
  it('takes restated scores for no plateau: a stall of five measurements is undecided, whatever the noise', () => {
    const seen = search([0.5, 0.6, 0.65, 0.7, 0.72, 0.74, ...stall(0.74, 5)]);
    const verdict = decideConvergence(seen);
    expect(verdict).toMatchObject({ verdict: 'undecided', finding: 'stalled' });
    expect(verdict.acceptance).toMatchObject({ accepted: 0, of: 4 });
    expect(verdict.alternatives[0]).toMatch(/\d+ measurements in a row without a new prompt/);
  });

  it('says nothing where each measurement met a new candidate', () => {
    expect(acceptanceBound(search([0.5, 0.6, 0.65, 0.7, 0.71, 0.72]), asked)).toBeNull();
  });

  it('leaves all of the scale open where nothing was ever accepted', () => {
    const verdict = decideConvergence(search(stall(0.4, 11)));
    expect(verdict).toMatchObject({ verdict: 'undecided', finding: 'stalled' });
    expect(verdict.furtherGain?.upper).toBeCloseTo(0.6, 10);
  });

  it('lets a long stall after small gains have its go', () => {
    const seen = search([0.5, 0.69, 0.69005, 0.6901, 0.69015, 0.6902, ...stall(0.6902, 70)], 20_000);
    expect(decideConvergence(seen)).toMatchObject({ verdict: 'go', finding: 'plateauAbove' });
  });

  it('falls with the length of the stall and rises with the gains before it', () => {
    const gains = fc.double({ min: 0.002, max: 0.05, noNaN: true });
    fc.assert(
      fc.property(gains, fc.integer({ min: 4, max: 40 }), (gain, length) => {
        const upper = (step: number, stalled: number) => {
          const rise = [0.3, 0.3 + step, 0.3 + 2 * step, 0.3 + 3 * step, 0.3 + 4 * step];
          const curve = search([...rise, ...stall(rise.at(-1) ?? 0, stalled)], 1000);
          return acceptanceBound(curve, { ...asked, window: stalled })?.furtherGainUpper ?? -1;
        };
        expect(upper(gain, length + 1)).toBeLessThan(upper(gain, length));
        expect(upper(gain + 0.005, length)).toBeGreaterThan(upper(gain, length));
      }),
      { numRuns: 40 },
    );
  });

  it('never turns a stall into a no-go of the height', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (length, height) => {
          expect(decideConvergence(search(stall(height, length + 1)), CONVERGENCE_DEFAULTS).verdict).toBe(
            'undecided',
          );
        },
      ),
    );
  });
});
