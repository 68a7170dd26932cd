import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insightSteering } from '@/lib/contracts/insight-steering';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { readBullets } from '@/lib/projection/playbook-bullets';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { branchRun } from '@/server/services/launches/branch-run';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { readInsightSteering, steerInsight } from '@/server/services/runs/steer-insight';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

const STATIC = { kind: 'static', size: 8, reason: 'A test compares runs at one size.' };

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 32, heldOut: 4, timeScale: 100 });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

const launched = async (settings: object = {}) => {
  const experimentId = await lab.makeExperiment({ batch: STATIC, lanes: 4, ...settings });
  return startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 });
};

function carry(runId: string, closing = new AbortController().signal) {
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  return executeRun(job, { worker: 'worker-a', pool: lab.database.pg, listener, closing });
}

async function versionsOf(runId: string): Promise<readonly FactData['candidate.created'][]> {
  const facts = await readLedger(lab.database.pg, runId);
  return facts.flatMap((fact) =>
    fact.type === 'candidate.created' ? [fact.data as FactData['candidate.created']] : [],
  );
}

/** Lines of the newest version, once the run has learned two. */
async function learned(runId: string) {
  const lines = async () => readBullets((await versionsOf(runId)).at(-1)?.text ?? '');
  await expect.poll(async () => (await lines()).length, { interval: 20 }).toBeGreaterThan(1);
  return lines();
}

describe('lines that people steer in a run on Postgres', () => {
  it('are respected from the next iteration on, by branches and by a replay, and are in the audit log', async () => {
    const { id: runId } = await launched();
    const closing = new AbortController();
    const carried = carry(runId, closing.signal);
    const [banned, pinned] = await learned(runId);
    // The worker gives the run back, so that one iteration takes all three commands, however slow the machine is.
    closing.abort();
    expect(await carried).toBe('again');
    if (!banned || !pinned) throw new Error('The run learned no lines.');
    await steerInsight(lab.actor, { runId, bulletId: banned.id, action: 'ban' });
    await steerInsight(lab.actor, { runId, bulletId: pinned.id, action: 'pin' });
    const text = 'A person wrote this line.';
    const shown = await steerInsight(lab.actor, { runId, bulletId: pinned.id, action: 'edit', text });
    const by = lab.actor.name;
    expect(insightSteering.parse(shown).lines).toMatchObject([
      { bulletId: pinned.id, state: 'pinned', content: text, by },
      { bulletId: pinned.id, state: 'edited', content: text, before: pinned.text, by },
      { bulletId: banned.id, state: 'banned', content: banned.text, by },
    ]);
    expect(await carry(runId)).toBe('done');

    const { lines, effect } = await readInsightSteering(lab.actorAs('viewer'), { runId });
    expect(effect).toBe('branches');
    const [taken] = [...new Set(lines.map(({ takenIteration }) => takenIteration))];
    expect(taken).toBeGreaterThan(0);
    const versions = await versionsOf(runId);
    const steered = versions.findIndex(({ byHand }) => byHand === by);
    expect(versions[steered]?.iteration).toBe(taken);
    expect(versions.length, 'the run learned on').toBeGreaterThan(steered + 1);
    for (const version of versions.slice(steered)) {
      const bullets = readBullets(version.text);
      expect(bullets.find(({ id }) => id === pinned.id)?.text).toBe(text);
      expect(bullets.some(({ id }) => id === banned.id)).toBe(false);
    }
    expect(await replayRun(lab.actor, { runId, limits: null })).toMatchObject({ verdict: 'same' });

    const branch = await branchRun(lab.actor, { runId, iteration: 0, seed: 8 });
    const manifest = (await getRun(lab.actor, { runId: branch.id })).manifest as unknown as RunManifest;
    expect(manifest.steering).toMatchObject({
      pinned: [{ bulletId: pinned.id, content: text }],
      banned: [{ bulletId: banned.id }],
    });
    expect(readBullets(manifest.seedCandidateText).find(({ id }) => id === pinned.id)?.text).toBe(text);
    expect(readBullets(manifest.seedCandidateText).some(({ id }) => id === banned.id)).toBe(false);
    await carry(branch.id);
    for (const version of await versionsOf(branch.id)) {
      expect(readBullets(version.text).find(({ id }) => id === pinned.id)?.text).toBe(text);
      expect(readBullets(version.text).some(({ id }) => id === banned.id)).toBe(false);
    }
    expect(await replayRun(lab.actor, { runId: branch.id, limits: null })).toMatchObject({ verdict: 'same' });
    const inherited = await readInsightSteering(lab.actor, { runId: branch.id });
    expect(inherited.lines.map(({ state, by: who }) => [state, who])).toEqual([
      ['pinned', null],
      ['banned', null],
    ]);
    const audit = await db().auditEntry.findMany({
      where: { subject: runId, action: 'run.insightSteered' },
      orderBy: { id: 'asc' },
    });
    expect(audit.map(({ actor, detail }) => [actor, (detail as { action: string }).action])).toEqual([
      [by, 'ban'],
      [by, 'pin'],
      [by, 'edit'],
    ]);
  });

  it('are given back: what is unpinned, restored or edited back holds no longer', async () => {
    const { id: runId } = await launched();
    await carry(runId);
    const [first, second] = await learned(runId);
    if (!first || !second) throw new Error('The run learned no lines.');
    const steer = (bulletId: string, action: 'pin' | 'unpin' | 'edit' | 'ban' | 'restore', text?: string) =>
      steerInsight(lab.actor, { runId, bulletId, action, ...(text === undefined ? {} : { text }) });
    await steer(first.id, 'pin');
    await steer(second.id, 'ban');
    await steer(first.id, 'edit', 'Another text.');
    for (const [bulletId, action] of [
      [first.id, 'pin'],
      [second.id, 'ban'],
      [second.id, 'pin'],
      [second.id, 'unpin'],
      [first.id, 'restore'],
    ] as const) {
      await expect(steer(bulletId, action)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    }
    await expect(steer(first.id, 'edit', second.text)).rejects.toThrow(/nearly this text is banned/);
    await expect(steer('nope-00009', 'ban')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await steer(first.id, 'edit', first.text);
    await steer(second.id, 'restore');
    expect((await steer(first.id, 'unpin')).lines).toEqual([]);
    const branch = await branchRun(lab.actor, { runId, iteration: 3, seed: 8 });
    const manifest = (await getRun(lab.actor, { runId: branch.id })).manifest as unknown as RunManifest;
    expect(manifest.steering).toBeUndefined();
    expect(readBullets(manifest.seedCandidateText).map(({ text }) => text)).toEqual(
      expect.arrayContaining([first.text, second.text]),
    );
  });

  it('are refused where a method has no lines, and hidden from another workspace', async () => {
    const { id: runId } = await launched({ method: { name: 'textgrad' } });
    const view = await readInsightSteering(lab.actor, { runId });
    expect(view.refusal).toMatch(/rewrites its prompt as a whole/);
    const ban = { runId, bulletId: 'misc-00001', action: 'ban' as const };
    await expect(steerInsight(lab.actor, ban)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(steerInsight(stranger, ban)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
