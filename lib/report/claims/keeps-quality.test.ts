import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepsQuality } from './keeps-quality';
import type { MeasuredPrompt } from './run-gain';

const N = 400;

/** The original prompt, right on the first 200, and one prompt that is right on these. */
function runOf(name: string, isRight: (at: number) => boolean): readonly MeasuredPrompt[] {
  const exampleIds = Array.from({ length: N }, (_, at) => `e${at}`);
  const scored = (right: (at: number) => boolean) => exampleIds.map((_, at) => (right(at) ? 1 : 0));
  return [
    { exampleIds, scores: scored((at) => at < 200), candidateHash: 'original', best: true },
    { exampleIds, scores: scored(isRight), candidateHash: name, best: true },
  ];
}

const changed = fc.record({ wins: fc.integer({ min: 0, max: 60 }), losses: fc.integer({ min: 0, max: 60 }) });
const margin = fc.constantFrom(0.005, 0.01, 0.02, 0.05, 0.1);
const serial = runOf('serial', (at) => at < 300);
const pairOf = ({ wins, losses }: { wins: number; losses: number }) =>
  runOf('own', (at) => (at < 300 ? at >= losses : at < 300 + wins));

describe('whether a run keeps the quality of the serial one', () => {
  it('says holds and fails only where the whole interval lies on that side of the margin', () => {
    fc.assert(
      fc.property(changed, margin, (counts, allowed) => {
        const claim = keepsQuality(pairOf(counts), serial, allowed);
        const { lower, upper, mean } = claim?.difference ?? { lower: null, upper: null, mean: 0 };
        expect(lower ?? -1).toBeLessThanOrEqual(mean);
        expect(upper ?? 1).toBeGreaterThanOrEqual(mean);
        const sides = { holds: (lower ?? -1) > -allowed, fails: (upper ?? 1) < -allowed };
        expect(claim?.answer).toBe(sides.holds ? 'holds' : sides.fails ? 'fails' : 'undecided');
        // The point estimate cannot contradict the answer.
        if (claim?.answer === 'holds') expect(mean).toBeGreaterThan(-allowed);
        if (claim?.answer === 'fails') expect(mean).toBeLessThan(-allowed);
      }),
    );
  });

  it('never takes an answer back where a wider margin was registered, and never calls both runs worse', () => {
    fc.assert(
      fc.property(changed, margin, (counts, allowed) => {
        const own = pairOf(counts);
        const answer = keepsQuality(own, serial, allowed)?.answer;
        const wider = keepsQuality(own, serial, 2 * allowed)?.answer;
        if (answer === 'holds') expect(wider).toBe('holds');
        if (answer === 'undecided') expect(wider).not.toBe('fails');
        if (answer === 'fails') expect(keepsQuality(serial, own, allowed)?.answer).toBe('holds');
      }),
    );
  });

  it('takes 368 examples to hold 1 point without a loss, and says so only then', () => {
    expect(keepsQuality(serial, serial, 0.01)?.answer).toBe('holds');
    const short = serial.map((prompt) => ({
      ...prompt,
      exampleIds: prompt.exampleIds.slice(0, 367),
      scores: prompt.scores.slice(0, 367),
    }));
    expect(keepsQuality(short, short, 0.01)?.answer).toBe('undecided');
  });
});
