import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { checkCallers } from './step-callers';

const PLANNED = 2000;
const arm = (missing: number, due: number) => ({ served: due + 50, due, missing, open: 50 });
const stateOf = (challenger: readonly [number, number], control: readonly [number, number]) =>
  checkCallers({ challenger: arm(...challenger), control: arm(...control) }, PLANNED).state;

describe('missing outcomes of a live step', () => {
  it('invalidate the step where one arm loses a larger share, whichever arm it is', () => {
    expect(stateOf([120, 1000], [30, 1000])).toBe('invalid');
    expect(stateOf([30, 1000], [120, 1000])).toBe('invalid');
  });

  it('are accepted at any share that both arms have in common', () => {
    expect(stateOf([0, 1000], [0, 1000])).toBe('sound');
    expect(stateOf([20, 1000], [24, 1000])).toBe('sound');
    expect(stateOf([700, 1000], [690, 1000])).toBe('sound');
    expect(stateOf([1000, 1000], [500, 500])).toBe('sound');
  });

  it('are judged only on enough callers whose time is over', () => {
    expect(stateOf([199, 199], [0, 199])).toBe('waiting');
    expect(stateOf([29, 250], [0, 250])).toBe('sound');
    expect(stateOf([200, 200], [0, 200])).toBe('invalid');
  });

  it('name both arms with their counts', () => {
    const { sentence } = checkCallers({ challenger: arm(120, 1000), control: arm(30, 1100) }, PLANNED);
    expect(sentence).toContain('120 of 1,000');
    expect(sentence).toContain('30 of 1,100');
  });

  it('differ by chance in hardly any step, though looked at again and again', () => {
    const rng = seededRng('missing outcomes');
    const steps = 400;
    let found = 0;
    for (let step = 0; step < steps; step += 1) {
      const missing = { control: 0, challenger: 0 };
      for (let due = 1; due <= 2000; due += 1) {
        missing.control += Number(rng.nextFloat() < 0.1);
        missing.challenger += Number(rng.nextFloat() < 0.1);
        if (due % 50 > 0 || stateOf([missing.challenger, due], [missing.control, due]) !== 'invalid')
          continue;
        found += 1;
        break;
      }
    }
    expect(found / steps).toBeLessThanOrEqual(0.005);
  });
});
