import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CanaryPlan } from '@/lib/domain/canary';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { manualClock } from '@/lib/testing/manual-clock';
import { type SeededSlot, seedCanary, seedSlot } from '@/server/http/testing/seed-canary';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { setServingClock } from '@/server/observability/serving-clock';
import { tickCanary } from '@/server/services/promotion/count/tick-canaries';
import { exposureIds } from '@/server/serving/exposure-id';

/** Outcomes posted by a team's client: received once, counted once, refused by name, lost when missing. */
const HOUR = 3_600_000;
const clock = manualClock();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  setServingClock(clock);
});
afterAll(async () => {
  setServingClock(undefined);
  await api.close();
});

let made = 0;
async function inShadow(changed: Partial<CanaryPlan> = {}) {
  made += 1;
  const slot = await seedSlot(api, `ingest_${made}`);
  const plan = canaryPlan({ share: 1, outcomeWindowHours: 1, ...changed });
  const startedAt = new Date(clock.nowMs());
  const row = { plan: plan as object, startedAt, stageStartedAt: startedAt, lastTrafficAt: startedAt };
  const canaryId = await seedCanary(api, slot, { state: 'shadow', row });
  return { slot, canaryId };
}

async function expose({ slotId }: SeededSlot, keys: readonly string[], conversationKey?: string) {
  const requests = keys.map((requestKey) => ({
    requestKey,
    ...(conversationKey ? { conversationKey } : {}),
  }));
  const { json } = await api.call('postExposures', { params: { slotId }, body: { requests } });
  return json.canaries[0]?.exposures.map(({ exposureId }: { exposureId: string }) => exposureId) ?? [];
}

const post = ({ slotId }: SeededSlot, outcomes: readonly object[]) =>
  api.call('postOutcomes', { params: { slotId }, body: { outcomes } });
const answer = (score: number) => ({ score, latencyMs: 100 });
const read = async (canaryId: string) => (await api.call('readCanary', { params: { canaryId } })).json;
const keys = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

describe('outcomes', () => {
  it('are counted once, one side at a time or both together, however often they are posted', async () => {
    const { slot, canaryId } = await inShadow();
    const [a, b, c] = await expose(slot, ['a', 'b', 'c']);
    const first = await post(slot, [
      { exposureId: a, incumbent: answer(1), challenger: answer(0) },
      { exposureId: b, incumbent: answer(1) },
    ]);
    expect(first.json).toMatchObject({ accepted: 2, repeated: 0, refused: [] });
    const again = await post(slot, [
      { exposureId: a, incumbent: answer(1), challenger: answer(0) },
      { exposureId: b, challenger: answer(1) },
      { exposureId: c, challenger: { failure: 'timeout' }, incumbent: answer(1) },
    ]);
    expect(again.json).toMatchObject({ accepted: 2, repeated: 1, refused: [] });
    expect((await read(canaryId)).table).toMatchObject({ both: 1, onlyIncumbent: 2, neither: 0 });
    expect((await read(canaryId)).pairs).toBe(3);
  });

  it('of a request that was asked for twice are those of one pair', async () => {
    const { slot, canaryId } = await inShadow();
    const [first] = await expose(slot, ['same']);
    const [second] = await expose(slot, ['same']);
    await post(slot, [{ exposureId: first, incumbent: answer(1), challenger: answer(1) }]);
    const { json } = await post(slot, [{ exposureId: second, incumbent: answer(1), challenger: answer(1) }]);
    expect(json).toMatchObject({ accepted: 0, repeated: 1 });
    expect((await read(canaryId)).pairs).toBe(1);
  });

  it('of several clients that ask and tell the same at once, in any order, are counted once', async () => {
    const { slot, canaryId } = await inShadow();
    const asked = keys('together', 500);
    const orders = [asked, asked.toReversed(), asked, asked.toReversed()];
    const given = await Promise.all(orders.map((order) => expose(slot, order)));
    expect(given.map((ids) => ids.length)).toEqual(orders.map(() => asked.length));
    const answers = await Promise.all(
      given.map((ids: readonly string[]) =>
        post(
          slot,
          ids.map((exposureId) => ({ exposureId, incumbent: answer(1), challenger: answer(1) })),
        ),
      ),
    );
    const accepted = answers.map(({ json }) => json.accepted);
    expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(asked.length);
    expect((await read(canaryId)).pairs).toBe(asked.length);
  });

  it('are refused where the gateway has both answers: one instrument scores both sides', async () => {
    const { slot, canaryId } = await inShadow();
    const place = { canaryId, stage: 'shadow', step: null, variant: 'incumbent' } as const;
    const exposureId = exposureIds().issue({
      ...{ slotId: slot.slotId, ...place },
      ...{ promptId: slot.incumbentId, version: 1, atMs: clock.nowMs(), targetingKey: 'request' },
    });
    const { json } = await post(slot, [{ exposureId, incumbent: answer(1) }]);
    expect(json).toMatchObject({ accepted: 0, refused: [{ exposureId, reason: 'scoredHere' }] });
    expect(await api.database.db.canaryPair.count({ where: { canaryId } })).toBe(0);
  });

  it('are refused by name where they differ, were not issued here, or come too late; the others stand', async () => {
    const { slot, canaryId } = await inShadow();
    const other = await inShadow();
    const [a, b] = await expose(slot, ['a', 'b']);
    const [foreign] = await expose(other.slot, ['a']);
    await post(slot, [{ exposureId: a, incumbent: answer(1) }]);
    const { json } = await post(slot, [
      { exposureId: a, incumbent: answer(0), challenger: answer(1) },
      { exposureId: 'ex_made_up', incumbent: answer(1) },
      { exposureId: foreign, incumbent: answer(1) },
    ]);
    expect(json.accepted).toBe(1);
    expect(json.refused.map(({ reason }: { reason: string }) => reason)).toEqual([
      'unknown',
      'unknown',
      'differs',
    ]);
    clock.advance(2 * HOUR);
    const late = await post(slot, [{ exposureId: b, incumbent: answer(1), challenger: answer(1) }]);
    expect(late.json.refused).toMatchObject([{ exposureId: b, reason: 'tooLate' }]);
    expect((await read(canaryId)).pairs).toBe(1);
  });

  it('that never come are lost and score 0, whichever side they are of', async () => {
    const { slot, canaryId } = await inShadow();
    const [a] = await expose(slot, ['a', 'b']);
    await post(slot, [{ exposureId: a, incumbent: answer(1) }]);
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).pairs).toBe(0);
    clock.advance(2 * HOUR);
    await tickCanary(canaryId, clock);
    const { pairs, table, missing } = await read(canaryId);
    expect(pairs).toBe(2);
    expect(table).toMatchObject({ onlyIncumbent: 1, neither: 1 });
    expect(missing).toEqual({ incumbent: 1, challenger: 2 });
  });

  it('of one conversation count as one pair, also where they come in two batches', async () => {
    const { slot, canaryId } = await inShadow();
    const [a, b, c] = await expose(slot, ['a', 'b', 'c'], 'chat');
    const worse = (exposureId: string) => ({ exposureId, incumbent: answer(1), challenger: answer(0) });
    await post(slot, [worse(a), { exposureId: b, incumbent: answer(1), challenger: answer(1) }]);
    await post(slot, [worse(c)]);
    const { progress } = await api.database.db.canary.findUniqueOrThrow({ where: { id: canaryId } });
    const { differences } = (progress as { count: { differences: { n: number; sum: number } } }).count;
    expect(differences.n).toBe(1);
    expect(differences.sum).toBeCloseTo(-2 / 3, 9);
  });

  it('of a harm end the shadow at a look, at once', async () => {
    const { slot, canaryId } = await inShadow();
    for (let batch = 0; batch < 2; batch += 1) {
      const ids = await expose(slot, keys(`harm-${batch}`, 200));
      const outcomes = ids.map((exposureId: string, index: number) => {
        return { exposureId, incumbent: answer(1), challenger: answer(index % 3 === 0 ? 0 : 1) };
      });
      await post(slot, outcomes);
    }
    const { state, looks, verdict } = await read(canaryId);
    expect(state).toBe('failed');
    expect(verdict.kind).toBe('fail');
    expect(looks.map((look: { pairs: number }) => look.pairs)).toEqual([100, 200]);
    expect(await expose(slot, ['after'])).toEqual([]);
    const { live } = await liveOf(slot);
    expect(live).toBe(slot.incumbentId);
  });

  it('beyond 500 at once are refused, and so is a role that may not post', async () => {
    const { slot } = await inShadow();
    const outcomes = keys('x', 501).map((exposureId) => ({ exposureId, incumbent: answer(1) }));
    expect((await post(slot, outcomes)).status).toBe(400);
    const body = { requests: [{ requestKey: 'a' }] };
    const refused = await api.call('postExposures', {
      params: { slotId: slot.slotId },
      body,
      as: 'viewer',
    });
    expect(refused.status).toBe(403);
  });
});

describe('a shadow', () => {
  it('ends by its registered end only, once nothing of it is open, and passes where nothing is worse', async () => {
    const { slot, canaryId } = await inShadow({ pairsPlanned: 400, margin: 0.5 });
    const ids = await expose(slot, keys('good', 400));
    const outcomes = ids.map((exposureId: string, index: number) => {
      const isBetter = index % 10 === 0;
      return { exposureId, incumbent: answer(isBetter ? 0 : 1), challenger: answer(1) };
    });
    await post(slot, outcomes);
    const [open] = await expose(slot, ['open']);
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('shadow');
    clock.advance(23 * HOUR);
    await expose(slot, ['late']);
    await post(slot, [{ exposureId: open, incumbent: answer(1), challenger: answer(1) }]);
    clock.advance(1.5 * HOUR);
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('approval');
    expect((await read(canaryId)).evidenceHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is invalid once what is live has changed under it', async () => {
    const { slot, canaryId } = await inShadow();
    await api.database.db.slot.update({
      where: { id: slot.slotId },
      data: { livePromptId: slot.challengerId },
    });
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('invalid');
  });

  it('ends inconclusive after a day of silence', async () => {
    const { canaryId } = await inShadow({ windowHours: 72 });
    clock.advance(25 * HOUR);
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('inconclusive');
  });
});

async function liveOf({ slotId }: SeededSlot) {
  const { livePromptId } = await api.database.db.slot.findUniqueOrThrow({ where: { id: slotId } });
  return { live: livePromptId };
}
