import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalHash } from '@/lib/domain/content-hash';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { startRun } from '@/server/services/launches/start-run';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { readManifest } from './read-manifest';
import { getRun } from './read-runs';
import { REQUEST_LIMITS, replayRun } from './replay-run';
import { madeBy } from './testing/made-by';
import { openPracticeLab, type PracticeLab } from './testing/practice-lab';

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let experimentId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
  listener = makeListener(lab.database.url);
  const batch = { kind: 'static', size: 4, reason: 'A test compares runs at one size.' };
  experimentId = await lab.makeExperiment({ batch });
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

const start = async () => (await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 })).id;

async function finished(): Promise<string> {
  const runId = await start();
  const { signal } = new AbortController();
  const job = { payload: { runId }, tries: 0, signal };
  const parts = { worker: 'worker-a', pool: lab.database.pg, listener, closing: signal };
  expect(await executeRun(job, parts)).toBe('done');
  return runId;
}

const replay = (runId: string, limits: { calls: number; ms: number } | null = REQUEST_LIMITS) =>
  replayRun(lab.actor, { runId, limits });

describe('the replay of a run', () => {
  it('reaches the same hash, writes nothing to the run, and is in the audit log', async () => {
    const runId = await finished();
    const before = await readLedger(lab.database.pg, runId);
    const found = await replay(runId);
    expect(found).toMatchObject({ runId, verdict: 'same', firstDifference: null, howToProceed: [] });
    expect(found.replayHash).toBe(found.runHash);
    expect(found.facts).toBeGreaterThan(8);
    expect(found.codeVersion.present).toBe(found.codeVersion.pinned);
    expect(await readLedger(lab.database.pg, runId)).toEqual(before);
    const audits = await db().auditEntry.findMany({ where: { subject: runId, action: 'run.replayed' } });
    expect(audits).toMatchObject([{ actor: lab.actor.name, detail: { verdict: 'same' } }]);
  });

  it('names the first fact that differs where an answer of the journal was changed', async () => {
    const runId = await finished();
    const [rollout] = (await readLedger(lab.database.pg, runId)).filter(
      ({ type }) => type === 'rollout.finished',
    );
    await db().$executeRaw`
      UPDATE "JournalCall" SET outcome = jsonb_set(outcome, '{text}', '"FINAL ANSWER: something else"')
      WHERE "runId" = ${runId} AND role = 'serving'`;
    const found = await replay(runId);
    expect(found).toMatchObject({ verdict: 'different', firstDifference: { seq: expect.any(Number) } });
    expect(found.firstDifference?.seq).toBeLessThanOrEqual(rollout?.seq ?? 0);
    expect(found.howToProceed).toHaveLength(1);
  });

  it('says that it left the path of the run where the journal lacks a call', async () => {
    const runId = await finished();
    await db().journalCall.deleteMany({ where: { runId, role: 'proposer' } });
    const found = await replay(runId);
    expect(found).toMatchObject({ verdict: 'different', replayHash: null });
    expect(found.explanation).toContain("left the run's path");
    expect(found.firstDifference).toMatchObject({ kind: 'missing' });
  });

  it('is given up at its limits, points to the command, and frees the place for the next', async () => {
    const runId = await finished();
    const command = [expect.stringContaining(`npm run waggle -- replay ${runId}`)];
    const unfinished = { verdict: 'unfinished', replayHash: null, howToProceed: command };
    expect(await replay(runId, { calls: 3, ms: 30_000 })).toMatchObject({ ...unfinished, facts: 0 });
    expect(await replay(runId, { calls: 50_000, ms: 0 })).toMatchObject(unfinished);
    expect((await replay(runId, null)).verdict).toBe('same');
  });

  it.each([1, 2])(
    'is refused of a run of engine version %i, which stays readable and whose ledger is still checked',
    async (version) => {
      const runId = await finished();
      const ledger = await readLedger(lab.database.pg, runId);
      await madeBy(runId, version);
      const refused = (found: string) => ({
        ...{ code: 'STATE_CONFLICT', kind: 'conflict' },
        userMessage: expect.stringMatching(new RegExp(`engine version ${version}.*${found}`)),
      });
      await expect(replay(runId)).rejects.toMatchObject(refused('still has the hash'));
      expect(await getRun(lab.actor, { runId })).toMatchObject({ id: runId, status: 'finished' });
      expect(await readLedger(lab.database.pg, runId)).toEqual(ledger);
      expect((await readManifest(lab.actor, { runId })).runHash).toMatch(/^[0-9a-f]{64}$/);

      // The ledger takes no change, so the hash that it is held against is another one.
      await db().run.update({ where: { id: runId }, data: { runHash: '0'.repeat(64) } });
      await expect(replay(runId)).rejects.toMatchObject(refused('no longer has the hash'));
    },
  );

  it('is one at a time: a second is refused while the first waits for its journal, and not for longer', async () => {
    const runId = await finished();
    const holder = await lab.database.pg.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE "JournalCall" IN ACCESS EXCLUSIVE MODE');
    const first = replay(runId);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
    await expect(replay(runId)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await holder.query('COMMIT');
    holder.release();
    expect((await first).verdict).toBe('same');
    expect((await replay(runId)).verdict).toBe('same');
  });

  it('needs a run of its workspace that came to its end', async () => {
    const runId = await start();
    await expect(replay(runId)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    const stranger = testActor('reviewer', { workspaceId: 'ws_other' });
    await expect(replayRun(stranger, { runId, limits: null })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the manifest of a run as a file', () => {
  it('holds what its hash is over, so that anybody can make the hash again', async () => {
    const runId = await finished();
    const file = JSON.parse(JSON.stringify(await readManifest(lab.actorAs('viewer'), { runId })));
    expect(canonicalHash(file.manifest)).toBe(file.manifestHash);
    expect(file).toMatchObject({
      runId,
      splitHash: file.manifest.split.hash,
      promptHashes: file.manifest.prompts,
      codeVersion: file.manifest.codeVersion,
      runHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(Object.keys(file.promptHashes).length).toBeGreaterThan(2);
    expect((await readManifest(lab.actor, { runId: await start() })).runHash).toBeNull();
  });

  it('belongs to its workspace', async () => {
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(readManifest(stranger, { runId: await start() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
