import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LevelTwoReading } from '@/lib/domain/level-two-readings';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { openModel } from '@/server/adapters/provider-models';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { compareArms } from '@/server/services/comparisons/compare-arms';
import { practiceReadings } from '@/server/services/comparisons/practice-readings';
import { startRun } from '@/server/services/launches/start-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 80, heldOut: 40, timeScale: null });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

/** Runs one epoch of Combee at 40, with this reading stated by the provider, to its end. */
async function runUnder(reading: LevelTwoReading | null, settings: object = {}): Promise<string> {
  const headers = reading === null ? {} : { 'X-Practice-Level-Two-Counts': reading };
  await db().provider.update({ where: { id: lab.providerId }, data: { headers } });
  const experimentId = await lab.makeExperiment({
    batch: { kind: 'static', size: 40, reason: 'A test compares runs at one size.' },
    ...settings,
  });
  const { id } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 3 });
  // The provider's next reading does not affect a run that has pinned its settings.
  await db().provider.update({ where: { id: lab.providerId }, data: { headers: {} } });
  const job = { payload: { runId: id }, tries: 0, signal: new AbortController().signal };
  const closing = new AbortController().signal;
  expect(await executeRun(job, { worker: 'w', pool: lab.database.pg, listener, closing })).toBe('done');
  return id;
}

async function endOf(runId: string) {
  const measured = (await readLedger(lab.database.pg, runId)).filter(
    ({ type }) => type === 'heldOut.measured',
  );
  return measured.at(-1)?.data as { score: { mean: number }; candidateHash: string };
}

async function pinnedBy(runId: string) {
  const { manifest } = await db().run.findUniqueOrThrow({ where: { id: runId } });
  return (manifest as unknown as RunManifest).models.proposer.practiceSettings?.levelTwoCounts;
}

it('a run pins its reading, and its figures under all three match runs that pinned each', async () => {
  const [updates, distinct, items] = [
    await runUnder(null),
    await runUnder('distinctInsights'),
    await runUnder('items'),
  ];
  expect(await Promise.all([updates, distinct, items].map(pinnedBy))).toEqual([
    'updates',
    'distinctInsights',
    'items',
  ]);
  const read = await practiceReadings(lab.actor, { runId: items }, openModel);
  expect(read).toMatchObject({ pinned: 'items', isReproduced: true });
  const ends = await Promise.all([updates, distinct, items].map(endOf));
  expect(read.rows.map(({ finalMean }) => finalMean)).toEqual(ends.map(({ score }) => score.mean));
  // Formula's curve takes far more of forty inputs than of six.
  expect(read.rows[0]?.finalMean).toBeGreaterThan(read.rows[2]?.finalMean ?? 1);
  const { rows } = await compareArms(lab.actor, { runs: [updates, items] });
  expect(rows.map(({ levelTwo }) => levelTwo).sort()).toEqual(['items', 'updates']);
});

it('a run without a level 2 has no readings, and says so', async () => {
  const runId = await runUnder(null, { aggregation: { kind: 'naive' } });
  const refused = practiceReadings(lab.actor, { runId }, openModel);
  await expect(refused).rejects.toSatisfy((error) => AppError.is(error, 'STATE_CONFLICT'));
  expect((await compareArms(lab.actor, { runs: [runId] })).rows[0]?.levelTwo).toBeNull();
});
