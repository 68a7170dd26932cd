import { describe, expect, it } from 'vitest';
import type { Guardrail } from '@/lib/domain/canary';
import type { GuardrailMetric } from '@/lib/domain/guardrail-metric';
import { type Rng, seededRng } from '@/lib/random/seeded-rng';
import { NOTHING_SUMMED, type RunningSums, withNumber } from '@/lib/stats/running-sums';
import { costExcess, readGuardrail, readingOf } from './guardrails';

const tuning = { alpha: 0.05, pairsPlanned: 3000 };
const rail = (metric: GuardrailMetric, margin: number): Guardrail => ({
  metric,
  name: metric,
  margin,
  whenBroken: 'rollBack',
});
const PAIRS = 3000;
const each = <T>(make: (rng: Rng) => T): readonly T[] => {
  const rng = seededRng('guardrails');
  return Array.from({ length: PAIRS }, () => make(rng));
};
const summed = (numbers: readonly number[]): RunningSums => numbers.reduce(withNumber, NOTHING_SUMMED);

describe('a guardrail on cost', () => {
  const guardrail = rail('cost', 0.1);
  const read = (dearer: number) => {
    const pairs = each((rng) => {
      const incumbentUsd = 0.001 + 0.002 * rng.nextFloat();
      return { incumbentUsd, challengerUsd: incumbentUsd * dearer * (0.9 + 0.2 * rng.nextFloat()) };
    });
    const excess = summed(pairs.map((pair) => costExcess(guardrail, pair)));
    const incumbent = summed(pairs.map(({ incumbentUsd }) => incumbentUsd));
    return readGuardrail(guardrail, { metric: 'cost', excess, incumbent }, tuning);
  };

  it('is kept below its margin, broken above, and tells how much dearer it is', () => {
    expect(read(1).state).toBe('kept');
    expect(read(1.3).state).toBe('broken');
    expect(read(1.3).worse).toBeCloseTo(0.3, 1);
    expect(read(1.1).state).toBe('open');
  });

  it('is kept where neither side costs anything', () => {
    const nothing = summed(Array(300).fill(0));
    const facts = { metric: 'cost', excess: nothing, incumbent: nothing } as const;
    expect(readGuardrail(guardrail, facts, tuning).state).toBe('kept');
  });
});

describe('a guardrail on failures', () => {
  const guardrail = rail('failureRate', 0.02);
  const read = (incumbentRate: number, challengerRate: number) => {
    const worse = each(
      (rng) => Number(rng.nextFloat() < challengerRate) - Number(rng.nextFloat() < incumbentRate),
    );
    const discordant = worse.filter((d) => d !== 0).length;
    return readGuardrail(guardrail, { metric: 'failureRate', worse: summed(worse), discordant }, tuning);
  };

  it('is kept, broken or open by its sequence', () => {
    expect(read(0.01, 0.01).state).toBe('kept');
    expect(read(0.01, 0.1).state).toBe('broken');
    expect(read(0.1, 0.12).state).toBe('open');
  });

  it('is kept where next to nothing fails, without trusting a deviation of nothing', () => {
    const none = read(0, 0);
    expect(none.state).toBe('kept');
    expect(none.upper).toBeGreaterThan(0);
  });

  it('says nothing before there are enough pairs', () => {
    const facts = { metric: 'failureRate', worse: summed([0, 0, 1]), discordant: 1 } as const;
    expect(readGuardrail(guardrail, facts, tuning).state).toBe('unmeasured');
  });
});

describe('a guardrail on a score of the team’s own', () => {
  it('is worse where the challenger has less', () => {
    const worse = summed(each((rng) => 0.2 + 0.1 * rng.nextFloat()));
    expect(readGuardrail(rail('custom', 0.05), { metric: 'custom', worse }, tuning).state).toBe('broken');
  });
});

describe('a guardrail on the slow end of latency', () => {
  const read = (slower: number, isEnd = true) => {
    const pairs = each((rng) => [200 + 800 * rng.nextFloat(), 0.95 + 0.1 * rng.nextFloat()] as const);
    const facts = {
      metric: 'latencyP95',
      incumbentMs: pairs.map(([ms]) => ms),
      challengerMs: pairs.map(([ms, noise]) => ms * noise * slower),
      isEnd,
      rng: seededRng('bootstrap'),
    } as const;
    return readGuardrail(rail('latencyP95', 0.1), facts, tuning);
  };

  it('is judged at the end only', () => {
    expect(read(1, false).state).toBe('unmeasured');
    expect(read(1).state).toBe('kept');
    expect(read(1.25).state).toBe('broken');
    expect(read(1.1).state).toBe('open');
  });
});

it('a reading names the unit of its margin: points for rates and scores, percent of the incumbent for the others', () => {
  const bounds = { worse: 0.003, lower: -0.001, upper: 0.01 };
  const said = (metric: Guardrail['metric']) =>
    readingOf({ metric, name: metric, margin: 0.005, whenBroken: 'hold' }, bounds).sentence;
  for (const metric of ['failureRate', 'custom'] as const)
    expect(said(metric)).toBe(
      `${metric}: 0.3 points worse (between -0.1 points and 1 point), and the margin is 0.5 points.`,
    );
  for (const metric of ['latencyP95', 'cost'] as const) expect(said(metric)).toContain('0.3 % worse');
});
