import { describe, expect, it } from 'vitest';
import type { HealthFinding } from '@/lib/domain/canary';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { decideStep, type StepFacts } from './live-steps';

const plan = canaryPlan({ pairsPlanned: 2000 });
const arm = (right: number, n: number) => ({ n, sum: right, sumSquares: right });
const served = (open = 0) => ({ served: 1000, due: 1000 - open, missing: 0, open });
const facts = (changed: Partial<StepFacts> = {}): StepFacts => ({
  control: arm(850, 1000),
  challenger: arm(850, 1000),
  callers: { control: served(), challenger: served() },
  elapsedHours: 24,
  health: [],
  guardrails: [],
  ...changed,
});

describe('a live step', () => {
  it('goes on once its time is over and no harm is proven', () => {
    expect(decideStep(plan, facts()).move).toBe('advance');
    expect(decideStep(plan, facts({ elapsedHours: 23 })).move).toBe('hold');
    expect(decideStep(plan, facts({ challenger: arm(90, 100) })).move).toBe('hold');
  });

  it('holds while a caller of its hours may still send an outcome', () => {
    const callers = { control: served(), challenger: served(1) };
    expect(decideStep(plan, facts({ callers }))).toMatchObject({ move: 'hold' });
    const missing = { control: served(), challenger: { ...served(), missing: 4 } };
    expect(decideStep(plan, facts({ callers: missing })).move).toBe('advance');
  });

  it('goes back on a proven harm at any moment, and never passes by itself', () => {
    const harmed = decideStep(plan, facts({ challenger: arm(700, 1000), elapsedHours: 1 }));
    expect([harmed.move, harmed.verdict.kind]).toEqual(['revert', 'fail']);
    expect(decideStep(plan, facts({ challenger: arm(1000, 1000) })).verdict.kind).toBe('continue');
  });

  it('goes back on a broken guardrail or numbers that mean nothing, and waits on a broken signal', () => {
    const invalid: HealthFinding = { check: 'sampleRatio', state: 'invalid', sentence: 'Off.' };
    expect(decideStep(plan, facts({ health: [invalid] })).move).toBe('revert');
    const quiet: HealthFinding = { check: 'noTraffic', state: 'quiet', sentence: 'Nothing.' };
    expect(decideStep(plan, facts({ health: [quiet] })).move).toBe('hold');
    const broken = {
      name: 'cost',
      state: 'broken',
      worse: 1,
      lower: 1,
      upper: 1,
      margin: 0.1,
      sentence: 'Cost.',
    } as const;
    expect(decideStep(plan, facts({ guardrails: [{ ...broken, whenBroken: 'rollBack' }] })).move).toBe(
      'revert',
    );
    expect(decideStep(plan, facts({ guardrails: [{ ...broken, whenBroken: 'hold' }] })).move).toBe('hold');
  });
});
