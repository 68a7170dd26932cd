import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { completeDraft, planFaults, planHash, registerCanary } from './registration';

const expected = { discordance: 0.1 };
function caught(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (AppError.is(error)) return error;
    throw error;
  }
  throw new Error('It was taken.');
}

describe('registration', () => {
  it('follows from what a regression costs', () => {
    const low = completeDraft({ failureLevel: 'low' }, expected);
    expect([low.share, low.windowHours, low.pairsMin, low.approvers, low.liveSteps]).toEqual([
      0.05,
      24,
      200,
      1,
      [],
    ]);
    const medium = completeDraft({ failureLevel: 'medium', margin: 0.005 }, expected);
    expect([medium.pairsMin, medium.pairsPlanned]).toEqual([24_731, 24_731]);
    const high = completeDraft({ failureLevel: 'high', margin: 0.005 }, expected);
    expect([high.approvers, high.liveSteps]).toEqual([2, [0.01, 0.05, 0.25, 0.5, 1]]);
  });

  it('takes what a form left empty as not said', () => {
    const draft = { failureLevel: 'low', margin: 0.005, share: undefined, acceptsLowPower: true } as const;
    expect(registerCanary(draft, expected).plan.share).toBe(0.05);
  });

  it('asks for the margin and never fills it in', () => {
    const error = caught(() => registerCanary({ failureLevel: 'low' }, expected));
    expect([error.code, error.ruleId]).toEqual(['EPSILON_MISSING', 'R-135']);
  });

  it('asks for a yes where the plan will probably decide nothing', () => {
    const draft = { failureLevel: 'low', margin: 0.005 } as const;
    expect(caught(() => registerCanary(draft, expected)).code).toBe('CANARY_UNDERPOWERED');
    expect(registerCanary({ ...draft, acceptsLowPower: true }, expected).plan.margin).toBe(0.005);
    expect(registerCanary({ ...draft, pairsPlanned: 60_000 }, expected).plan.acceptsLowPower).toBe(false);
  });

  it('seals every member', () => {
    const { plan, hash } = registerCanary(canaryPlan(), expected);
    expect(hash).toBe(planHash({ ...plan }));
    for (const changed of [{ margin: 0.006 }, { alpha: 0.04 }, { approvers: 2 }, { stepHours: 25 }])
      expect(planHash({ ...plan, ...changed })).not.toBe(hash);
  });

  it('names every fault at once, by its field', () => {
    const faulty = canaryPlan({
      margin: 0,
      share: 2,
      windowHours: 30,
      alpha: 0.3,
      lookEvery: 0,
      liveSteps: [0.05, 0.01],
    });
    const paths = planFaults(faulty, expected).map(({ path }) => path);
    expect(paths).toEqual(['margin', 'share', 'windowHours', 'lookEvery', 'alpha', 'liveSteps']);
    expect(caught(() => registerCanary(faulty, expected)).fields).toHaveLength(6);
  });

  it('may be stricter than the failure cost asks, never laxer', () => {
    const high = canaryPlan({
      failureLevel: 'high',
      approvers: 1,
      liveSteps: [0.05, 1],
      pairsMin: 24_731,
      pairsPlanned: 24_731,
    });
    expect(planFaults(high, expected).map(({ path }) => path)).toEqual(['approvers', 'liveSteps']);
    expect(planFaults({ ...high, approvers: 3, liveSteps: [0.01, 0.05, 0.25] }, expected)).toEqual([]);
    expect(planFaults(canaryPlan({ failureLevel: 'medium' }), expected).map(({ path }) => path)).toEqual([
      'pairsMin',
    ]);
  });

  it('gives each guardrail a margin and a name of its own', () => {
    const cost = { metric: 'cost', name: 'cost', margin: 0, whenBroken: 'hold' } as const;
    const paths = planFaults(canaryPlan({ guardrails: [cost, cost] }), expected).map(({ path }) => path);
    expect(paths).toEqual(['guardrails', 'guardrails']);
  });
});
