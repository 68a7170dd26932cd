import { describe, expect, it } from 'vitest';
import type { Guardrail } from '@/lib/domain/canary';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { readArmGuardrails } from './arm-guardrails';
import { type ArmScore, addOutcome, NO_STEP, NOTHING_OF_CALLER, withCallers } from './step-progress';

const failures: Guardrail = { metric: 'failureRate', name: 'errors', margin: 0.05, whenBroken: 'rollBack' };
const cost: Guardrail = { metric: 'cost', name: 'cost', margin: 0.1, whenBroken: 'hold' };
const plan = canaryPlan({ pairsPlanned: 4000, guardrails: [failures, cost] });

interface Arms {
  /** One answer in so many fails. */
  readonly failEach: { readonly control: number; readonly challenger: number };
  readonly price?: { readonly control: number; readonly challenger: number };
  readonly count?: number;
}

function statesOf({ failEach, price, count = 2000 }: Arms) {
  const answers = (['control', 'challenger'] as const).flatMap((variant) =>
    Array.from({ length: count }, (_, index): ArmScore => {
      const isFailed = index % failEach[variant] === 0;
      const costUsd = price === undefined ? null : price[variant] * (1 + 0.2 * ((index % 3) - 1));
      return { variant, score: isFailed ? null : 1, failure: isFailed ? 'timeout' : null, costUsd };
    }),
  );
  return readArmGuardrails(plan, withCallers(NO_STEP, answers.map(aloneOf)), null).map(({ state }) => state);
}

/** Each from a caller of their own. */
const aloneOf = (answer: ArmScore) => ({
  variant: answer.variant,
  before: NOTHING_OF_CALLER,
  after: addOutcome(NOTHING_OF_CALLER, answer),
});

describe('guardrails of a live step', () => {
  it('are kept where the arms fail and cost alike, and broken where the challenger is proven worse', () => {
    const alike = { failEach: { control: 50, challenger: 50 }, price: { control: 1, challenger: 1 } };
    expect(statesOf(alike)).toEqual(['kept', 'kept']);
    expect(statesOf({ ...alike, failEach: { control: 50, challenger: 5 } })).toEqual(['broken', 'kept']);
    expect(statesOf({ ...alike, price: { control: 1, challenger: 1.3 } })).toEqual(['kept', 'broken']);
  });

  it('stay unmeasured with too few outcomes or without measured costs', () => {
    expect(statesOf({ failEach: { control: 50, challenger: 5 }, count: 100 })).toEqual([
      'unmeasured',
      'unmeasured',
    ]);
    expect(statesOf({ failEach: { control: 1000, challenger: 500 } })).toEqual(['unmeasured', 'unmeasured']);
  });

  it('tell how much worse as a ratio of prices', () => {
    const answers = (['control', 'challenger'] as const).flatMap((variant) =>
      Array.from({ length: 300 }, () => ({
        ...{ variant, score: 1, failure: null },
        costUsd: variant === 'control' ? 2 : 3,
      })),
    );
    const [, reading] = readArmGuardrails(plan, withCallers(NO_STEP, answers.map(aloneOf)), null);
    expect(reading?.worse).toBeCloseTo(0.5, 12);
  });

  it('stay unmeasured for a metric without data', () => {
    const others = (['latencyP95', 'custom'] as const).map((metric) => ({ ...cost, metric, name: metric }));
    const readings = readArmGuardrails({ ...plan, guardrails: others }, NO_STEP, null);
    expect(readings.map(({ state }) => state)).toEqual(['unmeasured', 'unmeasured']);
  });

  it('compare custom scores of the arms, where higher is better, a caller once', () => {
    const guardrails = [{ ...cost, metric: 'custom', name: 'tone', margin: 0.05 } as const];
    const stateAt = (challenger: number) => {
      const answers = (['control', 'challenger'] as const).flatMap((variant) =>
        Array.from({ length: 1000 }, (_, index): ArmScore => {
          const tone = (variant === 'control' ? 0.8 : challenger) + (index % 2 === 0 ? 0.05 : -0.05);
          return { variant, score: 1, failure: null, costUsd: null, custom: { tone } };
        }),
      );
      const [reading] = readArmGuardrails(
        { ...plan, guardrails },
        withCallers(NO_STEP, answers.map(aloneOf)),
        null,
      );
      return reading?.state;
    };
    expect([stateAt(0.8), stateAt(0.7)]).toEqual(['kept', 'broken']);
  });

  it('compare the slow end of the arms at any look, once it has answers enough', () => {
    const guardrails = [{ ...cost, metric: 'latencyP95', name: 'p95', margin: 0.2 } as const];
    const latencies = (count: number, factor: number) =>
      Array.from({ length: count }, (_, index) => factor * (500 + ((index * 7919) % 1000)));
    const stateAt = (count: number, factor: number) =>
      readArmGuardrails({ ...plan, guardrails }, NO_STEP, {
        control: latencies(count, 1),
        challenger: latencies(count, factor),
      })[0]?.state;
    expect([stateAt(2000, 1), stateAt(2000, 1.6), stateAt(100, 5)]).toEqual(['kept', 'broken', 'unmeasured']);
    expect(stateAt(2000, 1.2)).toBe('open');
  });
});
