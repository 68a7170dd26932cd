import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentSettings, type PinnedAgent } from '@/lib/domain/agent';
import { db } from '@/server/db/client';
import { startRun } from '@/server/services/launches/start-run';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { compareArms } from './compare-arms';

let lab: PracticeLab;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
});
afterAll(() => lab.close());

const agent: PinnedAgent = {
  ...{ id: 'agt_1', name: 'Solver', version: 2, hash: 'a'.repeat(64) },
  settings: agentSettings.parse({ kind: 'program', command: 'solver' }),
};

/** A finished run; with an agent, as its manifest pins one. */
async function finished(experimentId: string, seed: number, pinned?: PinnedAgent): Promise<string> {
  const { id } = await startRun(lab.actor, { experimentId, kind: 'serialBaseline', seed });
  await finishRun(id, { n: 100, points: [{ right: 40 }, { right: 57 }] });
  if (pinned) {
    const patch = JSON.stringify({ agent: pinned });
    await db().$executeRaw`UPDATE "Run" SET manifest = manifest::jsonb || ${patch}::jsonb WHERE id = ${id}`;
  }
  return id;
}

it('keeps runs of different agents in arms of their own, named by the agent, without a comparison', async () => {
  const experimentId = await lab.makeExperiment({});
  const bare = await finished(experimentId, 1);
  const seeds = [await finished(experimentId, 2, agent), await finished(experimentId, 3, agent)];

  const apart = await compareArms(lab.actor, { runs: [bare, ...seeds] });
  expect(apart.rows.map(({ runIds }) => runIds)).toEqual([[bare], seeds]);
  expect(apart.rows[1]?.name).toContain('Solver, version 2');
  expect(apart.rows.every(({ kept, difference }) => kept === null && difference === null)).toBe(true);
  expect(apart.warning).not.toBeNull();
  expect(apart.agents).toEqual([{ name: 'Solver', version: 2, kind: 'program' }]);

  const alike = await compareArms(lab.actor, { runs: seeds });
  expect(alike.rows.map(({ runIds }) => runIds)).toEqual([seeds]);
});
