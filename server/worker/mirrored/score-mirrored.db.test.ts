import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { type SeededSlot, seedCanary, seedSlot } from '@/server/http/testing/seed-canary';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { seedRun } from '@/server/ledger/testing/seed-run';
import type { MirroredRequest, MirroredSide } from '@/server/repositories/mirrored-requests';
import { exposureIds } from '@/server/serving/exposure-id';
import { type MirrorJournal, makeMirrorJournal } from '@/server/serving/mirror-journal';
import {
  completion,
  json,
  type StubProvider,
  startStubProvider,
} from '@/server/serving/testing/stub-provider';
import { scoreMirrored } from './score-mirrored';

/** From both answers to a counted pair: scored blind by the pinned evaluator, and no text is kept. */
let api: TestApi;
let provider: StubProvider;
let journal: MirrorJournal;
beforeAll(async () => {
  provider = await startStubProvider();
  api = await startTestApi({ WAGGLE_ALLOWED_ADDRESSES: '127.0.0.1' });
  journal = makeMirrorJournal({ pool: api.database.pg, flushMs: 1e6 });
});
afterAll(async () => {
  await journal.close();
  await api.close();
  await provider.close();
});
afterEach(() => api.database.pg.query('DELETE FROM "MirroredRequest"'));

let made = 0;
async function inShadow(manifest: RunManifest | null, calibration: string | null = null) {
  made += 1;
  const runId = await seedRun(api.database.pg);
  await api.database.db.run.update({
    where: { id: runId },
    data: { manifest: (manifest ?? {}) as object, workspaceId: api.workspaceId },
  });
  if (calibration !== null)
    await api.database.db.ledgerEntry.create({
      data: {
        ...{ runId, seq: 1, type: 'evaluator.calibrated', key: 'evaluator.calibrated', measured: {} },
        ...{ data: { verdict: calibration }, at: new Date() },
      },
    });
  const from = manifest === null ? {} : { from: { runId, candidateHash: 'c'.repeat(64) } };
  const slot = await seedSlot(api, `mirrored_${made}`, from);
  const now = new Date();
  const row = {
    plan: canaryPlan({ share: 1 }) as object,
    startedAt: now,
    stageStartedAt: now,
    lastTrafficAt: now,
  };
  return { slot, canaryId: await seedCanary(api, slot, { state: 'shadow', row }) };
}

const FINE: MirroredSide = { latencyMs: 120, costUsd: 0.001, failure: null };

function answered(
  { slot, canaryId }: { slot: SeededSlot; canaryId: string },
  more: Partial<MirroredRequest> = {},
) {
  const requestKey = `request ${Math.random()}`;
  const ids = exposureIds();
  const atMs = Date.now();
  const of = { slotId: slot.slotId, canaryId, stage: 'shadow', step: null, variant: 'incumbent' } as const;
  const request: MirroredRequest = {
    exposureId: ids.issue({ ...of, promptId: slot.incumbentId, version: 1, atMs, targetingKey: requestKey }),
    stage: 'shadow',
    ...{ pairKey: ids.keyHashOf(slot.slotId, requestKey), cluster: null, canaryId, atMs },
    texts: { question: 'What is 6 x 7?', context: '', expected: '42', incumbent: '42', challenger: 'forty' },
    ...{ incumbent: FINE, challenger: FINE, keepUntilMs: atMs + 3_600_000 },
    ...more,
  };
  journal.add(request);
  return request;
}

const waiting = async () => (await api.database.pg.query('SELECT * FROM "MirroredRequest"')).rows;
const read = async (canaryId: string) => (await api.call('readCanary', { params: { canaryId } })).json;

describe('a request that was answered twice', () => {
  it('waits sealed, is scored by the evaluator of the run, counted like a posted outcome, and forgotten', async () => {
    const canary = await inShadow(buildManifest());
    answered(canary);
    answered(canary, { challenger: { ...FINE, failure: 'timedOut' } });
    await journal.flush();
    const kept = await waiting();
    expect(kept.length).toBe(2);
    expect(JSON.stringify(kept)).not.toMatch(/6 x 7|forty/);
    expect(await scoreMirrored(api.database.pg)).toBe(2);
    expect(await waiting()).toEqual([]);
    expect(await read(canary.canaryId)).toMatchObject({ pairs: 2, table: { onlyIncumbent: 2, both: 0 } });
    const pair = await api.database.db.canaryPair.findFirst({ where: { challengerFailure: 'timedOut' } });
    expect(pair).toMatchObject({ incumbentScore: 1, challengerScore: null, incumbentLatencyMs: 120 });
  });

  it('is scored by the answer extracted from a reply, as in the run', async () => {
    const canary = await inShadow(buildManifest());
    const incumbent = '{"reasoning": "6 x 7 is not forty", "final_answer": "42"}';
    const challenger = '{"reasoning": "42 or so", "final_answer": "forty"}';
    answered(canary, {
      texts: { question: 'What is 6 x 7?', context: '', expected: '42', incumbent, challenger },
    });
    await journal.flush();
    expect(await scoreMirrored(api.database.pg)).toBe(1);
    expect(await read(canary.canaryId)).toMatchObject({ pairs: 1, table: { onlyIncumbent: 1 } });
  });

  it('is written once however often it is flushed, and never for a deleted canary', async () => {
    const canary = await inShadow(buildManifest());
    const request = answered(canary);
    await journal.flush();
    journal.add(request);
    answered({ ...canary, canaryId: 'cny_gone' });
    await journal.flush();
    expect((await waiting()).length).toBe(1);
    expect(journal.waiting).toBe(0);
  });

  it('is judged blind, in both orders, by the calibrated judge', async () => {
    const providerId = `prv_${made}`;
    await api.database.db.provider.create({
      data: { id: providerId, workspaceId: api.workspaceId, name: providerId, baseUrl: provider.url },
    });
    provider.reply = (asked, response) => {
      const isRight = String(asked.body.messages[1]?.content).includes('<answer>\n42');
      return json(200, completion(`{"reasoning": "", "score": ${isRight ? 1 : 0.25}}`))(asked, response);
    };
    const evaluator = buildModelBinding({ providerId, origin: provider.url, model: 'judge' });
    const manifest = buildManifest();
    const task = { ...manifest.task, scoring: { kind: 'judge', rubric: 'Is it right?' } } as const;
    const canary = await inShadow({ ...manifest, task, models: { ...manifest.models, evaluator } }, 'passed');
    // Enough requests that both orders are drawn but once in 2^31 times.
    for (let count = 0; count < 32; count += 1) answered(canary);
    await journal.flush();
    await scoreMirrored(api.database.pg);
    expect(await read(canary.canaryId)).toMatchObject({ pairs: 32 });
    const asked = provider.asked.map(({ body, headers }) =>
      JSON.stringify([body, headers['idempotency-key']]),
    );
    expect(asked.length).toBe(64);
    expect(asked.join('')).not.toMatch(/incumbent|challenger|spr_|cny_/);
    const firsts = provider.asked.filter(({ headers }) => String(headers['idempotency-key']).endsWith('/0'));
    const rights = firsts.filter(({ body }) => String(body.messages[1]?.content).includes('<answer>\n42'));
    expect([firsts.length, rights.length > 0 && rights.length < 32]).toEqual([32, true]);
  });

  it('waits for another try when no verdict comes, or no judge is allowed', async () => {
    const manifest = buildManifest();
    const task = { ...manifest.task, scoring: { kind: 'judge', rubric: 'Is it right?' } } as const;
    for (const [spec, calibration] of [
      [{ ...manifest, task }, 'failed'],
      [null, null],
    ] as const) {
      answered(await inShadow(spec, calibration));
      await journal.flush();
      expect(await scoreMirrored(api.database.pg)).toBe(1);
      expect(await scoreMirrored(api.database.pg)).toBe(0);
    }
    const silent = await inShadow(manifest);
    answered(silent);
    await journal.flush();
    await scoreMirrored(api.database.pg, async () => ({ score: async () => null }));
    expect((await waiting()).length).toBe(3);
    expect(await read(silent.canaryId)).toMatchObject({ pairs: 0 });
  });

  it('of a canary whose evaluator fails delays no other canary', async () => {
    const [broken, fine] = [await inShadow(buildManifest()), await inShadow(buildManifest())];
    answered(broken);
    answered(fine);
    await journal.flush();
    const open = async (canaryId: string) => {
      if (canaryId === broken.canaryId) throw new Error('Its provider is gone.');
      return { score: async () => 1 };
    };
    await expect(scoreMirrored(api.database.pg, open)).rejects.toThrow('Its provider is gone.');
    expect(await read(fine.canaryId)).toMatchObject({ pairs: 1 });
    expect((await waiting()).map((row) => row.canaryId)).toEqual([broken.canaryId]);
  });

  it('is deleted on time even without a score, and its pair is kept and counted as lost', async () => {
    const canary = await inShadow(null);
    answered(canary, { keepUntilMs: Date.now() - 1 });
    await journal.flush();
    expect(await scoreMirrored(api.database.pg)).toBe(0);
    expect(await waiting()).toEqual([]);
    expect(await api.database.db.canaryPair.count({ where: { canaryId: canary.canaryId } })).toBe(1);
  });
});
