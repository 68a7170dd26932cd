import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunCostsView, runCosts } from '@/lib/contracts/costs';
import { seededRng } from '@/lib/random/seeded-rng';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { makeListener } from '@/server/events/listener';
import { startRun } from '@/server/services/launches/start-run';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { exportCosts } from './export-costs';
import { readCosts } from './read-costs';

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 32, heldOut: 40, selection: 12, timeScale: null });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

const STATIC = { kind: 'static', size: 8, reason: 'A test compares runs at one size.' };

async function carried(kind: 'serialBaseline' | 'comparisonPoint', settings: object): Promise<string> {
  const experimentId = await lab.makeExperiment({ batch: STATIC, ...settings });
  const { id } = await startRun(lab.actor, { experimentId, kind, seed: 7 });
  const { signal } = new AbortController();
  const job = { payload: { runId: id }, tries: 0, signal };
  const parts = { worker: 'worker-test', pool: lab.database.pg, listener, closing: signal };
  expect(await executeRun(job, parts)).toBe('done');
  return id;
}

/** Sums that a reader with a database console would get. */
async function plainSums(runId: string, untilIteration = 1_000_000) {
  const { rows } = await lab.database.pg.query<Record<'cost' | 'spend' | 'twice', number>>(
    `SELECT sum("costUsd") AS cost, sum("spendUsd") AS spend,
       sum((dispatches - 1) * "reservedUsd") FILTER (WHERE dispatches > 1) AS twice
     FROM "JournalCall" WHERE "runId" = $1 AND iteration <= $2`,
    [runId, untilIteration],
  );
  return {
    cost: rows[0]?.cost ?? 0,
    spend: rows[0]?.spend ?? 0,
    twice: rows[0]?.twice ?? 0,
  };
}

const cents = (usd: number | null | undefined) => (usd == null ? usd : Math.round(usd * 100));

/** Every number of money of the report against sums that know nothing of it. */
async function expectAgreement(runId: string): Promise<RunCostsView> {
  const costs = runCosts.parse(JSON.parse(JSON.stringify(await readCosts(lab.actor, { runId }))));
  const sums = await plainSums(runId);
  expect(costs.total.costUsd).toBeCloseTo(sums.cost, 8);
  expect(costs.total.spendUsd).toBeCloseTo(sums.spend, 8);
  expect(costs.total.twiceUsdMax).toBeCloseTo(sums.twice, 8);
  const add = (parts: readonly { readonly costUsd: number | null }[]) =>
    parts.reduce((sum, part) => sum + (part.costUsd ?? Number.NaN), 0);
  expect(add(costs.byRole)).toBeCloseTo(sums.cost, 8);
  expect(add(costs.byIteration)).toBeCloseTo(sums.cost, 8);
  const { cost } = costs.headline;
  expect(cost?.usd).toBeCloseTo(sums.cost, 8);
  if (cost?.kind === 'measured') {
    expect(cents(cost.usdPerPoint)).toBe(cents(sums.cost / (100 * cost.gain.mean)));
    expect(cost.usdPerPoint).toBeCloseTo(sums.cost / (100 * cost.gain.mean), 9);
  }
  for (const { iteration, totals } of costs.accepted) {
    expect(totals.costUsd).toBeCloseTo((await plainSums(runId, iteration)).cost, 8);
  }
  return costs;
}

// Whole runs on a busy machine take their time.
describe('what a run cost', () => {
  it('agrees to the cent with plain sums over its calls: serial, parallel with cached answers, and a search', async () => {
    const serial = await carried('serialBaseline', {});
    const parallel = await carried('comparisonPoint', {});
    const search = await carried('comparisonPoint', { method: { name: 'gepa' } });
    const costs = [];
    for (const runId of [serial, parallel, search]) costs.push(await expectAgreement(runId));
    const [ofSerial, ofParallel] = costs;
    expect(ofSerial?.againstSerial).toMatchObject({ kind: 'notCompared', code: 'IS_BASELINE' });
    expect(ofParallel?.againstSerial).toMatchObject({ kind: 'compared', baseline: { runId: serial } });
    expect(ofParallel?.total.cached).toBeGreaterThan(0);
    expect(ofParallel?.total.spendUsd).toBeLessThan(ofParallel?.total.costUsd ?? 0);
    // Its base is the run's own speed claim, which no reading of it lets be said yet.
    expect(ofParallel?.headline.speed.kind).not.toBe('shown');
    for (const { prices, byRole } of costs) {
      expect(byRole.length).toBeGreaterThan(1);
      expect(prices.every(({ practice }) => practice)).toBe(true);
    }
  });

  it('R-140: writes the cost of each accepted prompt down with its measurement, and once', async () => {
    const runId = await carried('comparisonPoint', {});
    const costs = await expectAgreement(runId);
    const stored = await db().acceptedPrompt.findMany({ where: { runId }, orderBy: { iteration: 'asc' } });
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.map(({ candidateHash }) => candidateHash)).toEqual(
      costs.accepted.map(({ candidateHash }) => candidateHash),
    );
    for (const [index, row] of stored.entries()) {
      const { totals, heldOut, totalMs } = costs.accepted[index] ?? {};
      expect(row.rollouts).toBe(totals?.rollouts);
      expect(Number(row.tokens)).toBe(totals?.tokens);
      expect(row.costUsd).toBeCloseTo(totals?.costUsd ?? Number.NaN, 8);
      expect(row.gpuSeconds).toBe(totals?.gpuSeconds);
      expect(row.heldOutScore).toBe(heldOut?.mean);
      expect(row.wallMs).toBeCloseTo(totalMs ?? Number.NaN, 3);
      expect(row.perPoint).toMatchObject({ sentence: expect.stringMatching(/\.$/) });
    }
    expect(costs.accepted.every(({ recordedAt }) => recordedAt !== null)).toBe(true);
  });

  it('agrees on hundreds of calls with cached answers, failures, refusals and calls sent twice', async () => {
    for (const seed of [1, 2, 3]) {
      const runId = await randomRun(seed);
      const { total } = await expectAgreement(runId);
      for (const kind of ['cached', 'failures', 'unanswered', 'possiblyPaidTwice'] as const) {
        expect(total[kind], kind).toBeGreaterThan(0);
      }
    }
  });

  it('counts replies that cannot be read among the failures, by cause, alike in the report and both files', async () => {
    const runId = await randomRun(8);
    const { total, byRole } = await readCosts(lab.actor, { runId });
    const { timedOut = 0, unparseable = 0 } = total.causes;
    expect(Math.min(timedOut, unparseable)).toBeGreaterThan(0);
    expect(total.failures).toBe(timedOut + unparseable);
    expect(byRole.reduce((sum, { causes }) => sum + (causes.unparseable ?? 0), 0)).toBe(unparseable);
    const sums = await exported(runId, 'costs');
    expect(sums.reduce((sum, { failures }) => sum + Number(failures), 0)).toBe(total.failures);
    const read = (cause: string) =>
      sums.reduce((sum, row) => sum + Number(row.causes?.match(`${cause} (\\d+)`)?.[1] ?? 0), 0);
    expect([read('timedOut'), read('unparseable')]).toEqual([timedOut, unparseable]);
    const calls = await exported(runId, 'calls');
    expect(calls.filter(({ outcome }) => outcome === 'not readable')).toHaveLength(unparseable);
    expect(calls.filter(({ cause }) => cause === 'timedOut')).toHaveLength(timedOut);
  });

  it('leaves dollars unknown as soon as one answer has no price, and GPU-seconds not measured', async () => {
    const runId = await randomRun(4);
    const calls = { runId, answeredAt: { not: null }, attempts: { gt: 0 } };
    const call = await db().journalCall.findFirstOrThrow({ where: calls });
    const key = { runId_key: { runId, key: call.key } };
    await db().journalCall.update({ where: key, data: { costUsd: null } });
    const costs = await readCosts(lab.actor, { runId });
    expect(costs.total).toMatchObject({ costUsd: null, spendUsd: null, unpriced: 1, gpuSeconds: null });
    expect(costs.headline).toMatchObject({ priced: false, big: 'Price not known' });
  });

  it('R-024: says what reaching a target took, or that it was not reached', async () => {
    const runId = await randomRun(5);
    const reached = await readCosts(lab.actor, { runId, target: 0.7 });
    expect(reached.toTarget).toMatchObject({ kind: 'reached', at: { iteration: 0 } });
    const missed = await readCosts(lab.actor, { runId, target: 0.99 });
    expect(missed.toTarget).toMatchObject({ kind: 'notReached', best: 0.85 });
    expect((await readCosts(lab.actor, { runId })).toTarget.kind).toBe('noTarget');
  });

  it('R-159: gives words and no number against a baseline of other hardware, R-179: or of another split', async () => {
    const runId = await randomRun(6);
    const change = async (path: string, value: unknown) =>
      db()
        .$executeRaw`UPDATE "Run" SET manifest = jsonb_set(manifest, string_to_array(${path}, '/'), ${JSON.stringify(value)}::jsonb)
        WHERE id = ${runId}`;
    const baseline = (
      await db().run.findFirstOrThrow({ where: { kind: 'serialBaseline', status: 'finished' } })
    ).id;
    const against = async () => (await readCosts(lab.actor, { runId, baseline })).againstSerial;
    expect((await against()).kind).toBe('compared');
    await change('models/serving/model', 'another-model');
    expect(await against()).toMatchObject({ kind: 'notCompared', code: 'HARDWARE_MISMATCH' });
    await change('split/hash', 'b'.repeat(64));
    expect(await against()).toMatchObject({ kind: 'notCompared', code: 'SPLIT_MISMATCH' });
  });

  it('exports the cost table and every call behind it; adding a column up gives the same sum', async () => {
    const runId = await randomRun(7);
    const sums = await plainSums(runId);
    for (const table of ['costs', 'calls'] as const) {
      const rows = await exported(runId, table);
      const sum = rows.reduce((total, row) => total + (Number(row.costUsd) || 0), 0);
      expect(sum).toBeCloseTo(sums.cost, 6);
      expect(rows.every((row) => Object.values(row).every((value) => value !== ''))).toBe(true);
      expect(rows.some(({ subject }) => subject?.startsWith('='))).toBe(false);
    }
  });
});

async function exported(runId: string, table: 'costs' | 'calls') {
  const { lines } = await exportCosts(lab.actor, { runId, table });
  let text = '';
  for await (const line of lines) text += line;
  return parse(text, { columns: true }) as Record<string, string>[];
}

/** One in ten fails, and nothing can be read out of as many of the others. */
function replyOf(chance: (share: number) => boolean) {
  if (chance(0.1)) return { outcome: { ok: false, cause: { code: 'timedOut', message: 'Too slow.' } } };
  return { outcome: { ok: true }, unusable: chance(0.1) ? 'unparseable' : null };
}

/** A finished parallel run whose journal holds calls of every kind, at random. */
async function randomRun(seed: number): Promise<string> {
  const experimentId = await lab.makeExperiment({ batch: STATIC });
  const { id: runId } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed });
  await finishRun(runId, { points: [{ right: 60 }, { right: 85, learningMs: 1000 }], costUsd: 0 });
  const rng = seededRng(`calls-${seed}`);
  const chance = (share: number) => rng.nextFloat() < share;
  const usd = () => Math.round(rng.nextFloat() * 1e6) / 1e9;
  const calls = Array.from({ length: 400 }, (_, index): Prisma.JournalCallCreateManyInput => {
    const iteration = Math.floor(rng.nextFloat() * 4) - 1;
    const purpose = chance(0.5) ? 'generate' : chance(0.5) ? 'evaluate' : 'reflect';
    const isReflection = purpose === 'reflect';
    const sent = {
      runId,
      key: `${iteration}/${purpose}/${index}/0/p/q`,
      iteration,
      purpose,
      role: isReflection ? 'proposer' : 'serving',
      model: isReflection ? 'practice-proposer' : 'practice-task',
      subject: `=example,${index}`,
      promptHash: 'p',
      paramsHash: 'q',
      messages: [],
      worker: 'test',
      sentAt: new Date(),
      dispatches: chance(0.05) ? 2 : 1,
      reservedUsd: usd(),
    };
    if (chance(0.03)) return sent;
    const isCached = chance(0.2);
    const costUsd = usd();
    return {
      ...sent,
      answeredAt: new Date(),
      ...replyOf(chance),
      attempts: isCached ? 1 : chance(0.05) ? 0 : 1,
      tokensIn: Math.floor(rng.nextFloat() * 900),
      tokensOut: Math.floor(rng.nextFloat() * 90),
      delayMs: rng.nextFloat() * 1000,
      costUsd,
      spendUsd: isCached ? 0 : costUsd,
      cached: isCached,
    };
  });
  await db().journalCall.createMany({ data: calls });
  return runId;
}
