import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { manualClock } from '@/lib/testing/manual-clock';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { setServingClock } from '@/server/observability/serving-clock';
import { callDoor } from './call-door';
import { type Simulated, simulateThroughDoors, summed } from './simulated-canaries';
import { seedSimulationSlots } from './simulation-slots';

/** The small sister of `npm run canary:simulate`: the same doors, the same plan, a few canaries. */
const CANARIES = 6;
const PAIRS = 6_000;

let api: TestApi;
const clock = manualClock();
beforeAll(async () => {
  api = await startTestApi();
  setServingClock(clock);
});
afterAll(async () => {
  setServingClock(undefined);
  await api.close();
});

describe('canaries of 6,000 pairs and 60 looks, through the doors', () => {
  it('are all rolled back at a harm of 5 points, and hardly any passes on the margin', async () => {
    const slots = await seedSimulationSlots(api.workspaceId, 3);
    const call = callDoor(api.keys.experimenter);
    const simulate = async (truth: number): Promise<Simulated> => {
      const ends = await simulateThroughDoors(
        { call, clock, slots },
        {
          canaries: Array.from({ length: CANARIES }, (_, number) => number),
          ...{ pairs: PAIRS, batch: 500, rng: seededRng(`small ${truth}`) },
          truth: { discordance: 0.1, truth },
          draft: {
            failureLevel: 'low',
            ...{ margin: 0.005, share: 1, windowHours: 48, pairsPlanned: PAIRS, lookEvery: 100 },
            acceptsLowPower: true,
          },
        },
      );
      return summed(ends);
    };
    const harmed = await simulate(-0.05);
    expect(harmed.ended).toEqual({ failed: CANARIES });
    expect(harmed.pairsMedian).toBeLessThan(2_000);
    const onMargin = await simulate(-0.005);
    expect(onMargin.ended.approval ?? 0).toBeLessThanOrEqual(1);
    expect(onMargin.canaries).toBe(CANARIES);
    expect(onMargin.pairsMedian).toBe(PAIRS);
  });
});
