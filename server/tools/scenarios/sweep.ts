import { launchSweepBody } from '@/lib/contracts/sweep-plan';
import type { Actor } from '@/lib/domain/actor';
import type { SplitName } from '@/lib/domain/split';
import { db } from '@/server/db/client';
import { launchSweep } from '@/server/services/sweeps/launch-sweep';
import type { Scenario, SeededPage } from './scenario';
import { clearSeeded, makeSeeded, seededName, seededPages } from './seeded-experiments';

/** A sweep that has come to its end: arms by batch sizes by seeds, with its figure. */
const NAME = 'sweep';

export interface SweepSize {
  readonly counts: Readonly<Record<SplitName, number>>;
  readonly sizes: readonly number[];
  readonly seeds: readonly number[];
}

export const SWEEP_SIZE: SweepSize = {
  counts: { train: 120, selection: 0, heldOut: 100, confirmation: 0 },
  sizes: [10, 30, 60],
  seeds: [1, 2],
};

export function sweepScenario({ counts, sizes, seeds }: SweepSize = SWEEP_SIZE): Scenario {
  return {
    name: NAME,
    about: 'A finished sweep over arms, batch sizes and seeds, with its figure.',
    async pages(actor) {
      return [...(await sweepPages(actor)), ...(await seededPages(actor, NAME))];
    },
    clear: (actor) => clearSeeded(actor, NAME),
    async make({ actor, carryUntil }) {
      const experimentId = await makeSeeded(actor, {
        scenario: NAME,
        title: 'arms and batch sizes',
        description: 'Run on the practice model: nothing left this machine and nothing was paid.',
        counts,
        settings: { evaluation: { everyExamples: counts.train } },
      });
      const arms = ['noLearning', 'sequential', 'naive', 'combee'];
      const plan = { experimentId, arms, sizes, seeds, concurrent: 3, name: seededName(NAME, 'four arms') };
      const { id } = await launchSweep(actor, launchSweepBody.parse(plan));
      await carryUntil(async () => {
        const { status } = await db().sweep.findUniqueOrThrow({ where: { id }, select: { status: true } });
        return status !== 'running';
      });
    },
  };
}

async function sweepPages({ workspaceId }: Actor): Promise<readonly SeededPage[]> {
  const sweeps = await db().sweep.findMany({
    where: { workspaceId, name: { startsWith: seededName(NAME, '') } },
    orderBy: { createdAt: 'desc' },
    select: { id: true, name: true },
  });
  return sweeps.map(({ id, name }) => ({ title: name, path: `/sweeps/${id}` }));
}
