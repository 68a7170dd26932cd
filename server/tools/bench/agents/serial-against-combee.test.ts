import { describe, expect, it } from 'vitest';
import { againstSerial, type SeedArms, scaledByCalls } from './serial-against-combee';

const EXAMPLES = 600;
const exampleIds = Array.from({ length: EXAMPLES }, (_, place) => `held-out-${place}`);

/** A prompt that is right on so many of the examples. */
const measured = (candidateHash: string, right: number) => ({
  ...{ candidateHash, exampleIds, best: true },
  scores: exampleIds.map((_, place) => (place < right ? 1 : 0)),
});

const arms = (serialMs: number, combeeMs: number, right = { serial: 570, combee: 570 }): SeedArms => ({
  ...{ serialMs, combeeMs },
  serialPoints: [measured('original', 420), measured('serial', right.serial)],
  combeePoints: [measured('original', 420), measured('combee', right.combee)],
});

describe('the time of a serial arm from that of a part', () => {
  it('grows with the calls that were left out', () => {
    expect(scaledByCalls({ learningMs: 60_000, learningCalls: 300 }, 2_400)).toBe(480_000);
    expect(scaledByCalls({ learningMs: 60_000, learningCalls: 300 }, 300)).toBe(60_000);
  });

  it('is refused for a part in which nothing was called', () => {
    expect(() => scaledByCalls({ learningMs: 60_000, learningCalls: 0 }, 2_400)).toThrow(RangeError);
  });
});

describe('one agent at a time against Combee', () => {
  it('has the geometric mean over the seeds and its interval, and keeps quality where the prompts do', () => {
    const found = againstSerial([arms(80, 8), arms(100, 8), arms(100, 10)]);
    expect(found?.speed.ratio).toBeCloseTo((10 * 12.5 * 10) ** (1 / 3), 9);
    expect(found?.speed.lower).toBeLessThan(found?.speed.ratio ?? 0);
    expect(found).toMatchObject({ answer: 'holds', answers: ['holds', 'holds', 'holds'] });
    expect(found?.difference).toMatchObject({ mean: 0, n: EXAMPLES });
  });

  it('fails where points were lost in every seed, however fast it was', () => {
    const lost = { serial: 570, combee: 480 };
    const found = againstSerial([arms(800, 8, lost), arms(900, 8, lost), arms(1000, 8, lost)]);
    expect(found).toMatchObject({ answer: 'fails', answers: ['fails', 'fails', 'fails'] });
    expect(found?.difference.mean).toBeCloseTo(-0.15, 12);
  });

  it('is nothing without a seed, or where an arm was never measured', () => {
    expect(againstSerial([])).toBeNull();
    expect(againstSerial([arms(80, 8), { ...arms(80, 8), combeePoints: [] }])).toBeNull();
  });
});
