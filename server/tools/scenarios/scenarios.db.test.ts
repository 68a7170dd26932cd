import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/domain/actor';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase } from '@/server/db/testing/test-database';
import { closeSharedListener } from '@/server/events/read-events';
import { stopQueue } from '@/server/jobs/queue';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { CALL_SETTINGS_DEFAULT } from '@/server/practice-model/call-settings';
import { startPracticeModel } from '@/server/practice-model/http-server';
import { foundWorkspace } from '@/server/services/people/found-workspace';
import { collapsed } from './collapsed';
import { FAILED_CANARY } from './failed-canary';
import { firstRun } from './first-run';
import { LIVE_RUN } from './live-run';
import type { Scenario } from './scenario';
import { seedScenario } from './seed-scenario';
import { sweepScenario } from './sweep';
import { TRAJECTORIES } from './trajectories';

/** Each scenario in small, in a workspace that has nothing but its owner, carried by a worker of this process. */
const COUNTS = { train: 16, selection: 0, heldOut: 12, confirmation: 0 };

let actor: Actor<'administer'>;
let stop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'waggle-scenarios-'));
  const practice = await startPracticeModel({ port: 0, dataDir, settings: CALL_SETTINGS_DEFAULT });
  process.env.WAGGLE_PRACTICE_URL = `${practice.url}/v1`;
  asEnvironment(database);
  stop = async () => {
    await stopQueue();
    await Promise.all([closeSharedListener(), closeLedgerPool(), closeDb()]);
    await database.close();
    await practice.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const founded = await foundWorkspace({
    email: 'owner@scenarios.test',
    password: 'correct horse battery staple',
  });
  if (founded === null) throw new Error('A database of its own has no workspace yet.');
  actor = founded.actor;
});
afterAll(() => stop());

const seeded = (scenario: Scenario, again = false) =>
  seedScenario(actor, scenario, { again, tell: () => undefined });
const paths = (pages: readonly { readonly path: string }[]) => pages.map(({ path: one }) => one);

describe('a scenario', () => {
  it('first-run has a parallel run that has ended, and a second call adds nothing', async () => {
    const { isNew, pages } = await seeded(firstRun(COUNTS));
    expect(isNew).toBe(true);
    expect(pages[0]?.path).toMatch(/^\/experiments\//);
    const runs = await db().run.findMany({ orderBy: { createdAt: 'asc' } });
    expect(runs.map(({ status }) => status)).toEqual(['finished', 'finished']);
    expect(runs[0]?.kind).toBe('serialBaseline');
    expect(await seeded(firstRun(COUNTS))).toEqual({ isNew: false, pages });
    expect(await db().run.count()).toBe(2);
  });

  it('collapsed shows naive aggregation at two sizes beside Combee, anew where asked', async () => {
    const scenario = collapsed({ counts: COUNTS, small: 4, large: 16 });
    const { pages } = await seeded(scenario);
    const kinds = async () =>
      db().run.findMany({
        where: { experiment: { name: { startsWith: 'Seeded collapsed' } } },
        orderBy: { createdAt: 'asc' },
        select: { status: true, label: true },
      });
    const before = await kinds();
    expect(before.map(({ status }) => status)).toEqual(['finished', 'finished', 'finished']);
    expect(new Set(before.map(({ label }) => label)).size).toBe(3);
    const anew = await seeded(scenario, true);
    expect(await kinds()).toEqual(before);
    expect(paths(anew.pages)).not.toEqual(paths(pages));
  });

  it('sweep has every cell done and its figure drawn', async () => {
    const { pages } = await seeded(sweepScenario({ counts: COUNTS, sizes: [8], seeds: [1] }));
    expect(pages[0]?.path).toMatch(/^\/sweeps\//);
    const sweep = await db().sweep.findFirstOrThrow({ include: { cells: { include: { attempts: true } } } });
    expect(sweep.status).toBe('finished');
    expect(sweep.cells.flatMap(({ attempts }) => attempts).every(({ result }) => result !== null)).toBe(true);
  });

  it('failed-canary ends as failed with the incumbent live, and a fresh slot where asked again', async () => {
    const { pages } = await seeded(FAILED_CANARY);
    expect(pages.map(({ title }) => title)).toEqual(['Seeded: answers of the desk', 'Its canary']);
    const slot = await db().slot.findFirstOrThrow({ include: { canaries: true, prompts: true } });
    expect(slot.canaries.map(({ state }) => state)).toEqual(['failed']);
    expect(slot.prompts.find(({ id }) => id === slot.livePromptId)?.version).toBe(1);
    const again = await seeded(FAILED_CANARY, true);
    expect(paths(again.pages)).not.toEqual(paths(pages));
    expect(await db().slot.count({ where: { archivedAt: null } })).toBe(1);
  });

  it('trajectories has a rollout of 10,000 steps, and makes its rollouts anew where asked', async () => {
    const { pages } = await seeded(TRAJECTORIES);
    expect(pages).toHaveLength(8);
    const long = await db().trajectory.findFirstOrThrow({ orderBy: { steps: 'desc' } });
    expect([long.steps, long.toolErrors]).toEqual([10_000, 100]);
    expect(paths((await seeded(TRAJECTORIES, true)).pages)).toEqual(paths(pages));
    expect(await db().rollout.count({ where: { attempt: { gt: 1 } } })).toBe(0);
  });

  it('live-run waits in the queue for the worker of the installation', async () => {
    await seeded(LIVE_RUN);
    const run = await db().run.findFirstOrThrow({
      where: { experiment: { name: { startsWith: 'Seeded live-run' } } },
    });
    expect(run).toMatchObject({ status: 'queued', practice: true });
  });
});
