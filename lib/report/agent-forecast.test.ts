import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentSettings, type PinnedAgent } from '@/lib/domain/agent';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Spread } from '@/lib/domain/past-attempt';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { DYNAMIC } from '@/lib/testing/simulated-controller';
import { agentForecast } from './agent-forecast';

const spread = (mean: number): Spread => ({ n: 7, mean, median: mean, p90: 2 * mean });
const PAST = { ms: spread(10_000), tokens: spread(500), usd: spread(0.02) };
const NOTHING = { ms: null, tokens: null, usd: null };

function withAgent(changes: Partial<RunManifest> = {}, settings: object = {}) {
  const pinned: PinnedAgent = {
    ...{ id: 'agt_1', name: 'Solver', version: 1, hash: 'a'.repeat(64) },
    settings: agentSettings.parse({ kind: 'program', command: 'solver', ...settings }),
  };
  return { ...buildManifest(changes), agent: pinned };
}
const forecast = (
  manifest: ReturnType<typeof withAgent>,
  past: typeof PAST | typeof NOTHING,
  ceiling = { tokens: 1000, usd: 0.3 },
) => agentForecast({ manifest, past, ceiling });
const budget = (caps: Partial<RunManifest['budget']>) => ({
  budget: { ...buildManifest().budget, ...caps },
});

describe('the forecast of a run with an agent', () => {
  it('counts training and each measurement on held-out', () => {
    // 20 examples by 10: two iterations, and the seed measured before them.
    expect(forecast(withAgent(), PAST).rollouts).toEqual({ low: 50, high: 50 });
  });

  it('multiplies mean and 90th percentile by the rollouts, and says of how many they are', () => {
    const { tokens, usd } = forecast(withAgent(), PAST);
    expect(tokens).toEqual({ n: 7, mean: { low: 25_000, high: 25_000 }, p90: { low: 50_000, high: 50_000 } });
    expect(usd?.mean.low).toBeCloseTo(1);
    expect(usd?.p90.high).toBeCloseTo(2);
  });

  it('takes the time of all rollouts in turn where only one may run at once', () => {
    const { ms } = forecast(withAgent({}, { rolloutsMax: 1 }), PAST);
    expect(ms?.mean.high).toBeCloseTo(50 * 10_000);
  });

  it('never takes longer where more rollouts may run at once, and never less than one rollout', () => {
    const at = (rolloutsMax: number) =>
      forecast(withAgent({ lanes: 64 }, { rolloutsMax }), PAST).ms?.mean.high ?? 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), (more) => {
        expect(at(more)).toBeLessThanOrEqual(at(1));
        expect(at(more)).toBeGreaterThanOrEqual(10_000);
      }),
    );
  });

  it('knows neither time nor cost without past rollouts, and still what the budget allows', () => {
    expect(forecast(withAgent(budget({ tokens: 1_000_000 })), NOTHING)).toMatchObject({
      ...NOTHING,
      atLimit: 1000,
    });
  });

  it('allows by the cap that binds first, at the whole limit of each rollout', () => {
    const allowed = (caps: Partial<RunManifest['budget']>) => forecast(withAgent(budget(caps)), PAST).atLimit;
    expect(allowed({ usd: 3 })).toBe(10);
    expect(allowed({ usd: 3, tokens: 4999 })).toBe(4);
    expect(allowed({ usd: 0.2 })).toBe(0);
    expect(allowed({})).toBeNull();
  });

  it('lets no cap in dollars bind where a rollout costs nothing', () => {
    const free = { tokens: 1000, usd: 0 };
    expect(forecast(withAgent(budget({ usd: 3 })), PAST, free).atLimit).toBeNull();
    expect(forecast(withAgent(budget({ usd: 3, tokens: 4000 })), PAST, free).atLimit).toBe(4);
  });

  it('spans the batch sizes that a controller may choose', () => {
    const { ms } = forecast(withAgent({ batch: { ...DYNAMIC, profileSizes: [2, 20] } }), PAST);
    expect(ms?.mean.low).toBeLessThan(ms?.mean.high ?? 0);
  });
});
