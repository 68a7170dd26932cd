import type { Actor } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import { startRun } from '@/server/services/launches/start-run';
import { addPracticeProvider } from '@/server/services/providers/practice-providers';
import type { Scenario } from './scenario';
import { clearSeeded, makeSeeded, seededPages } from './seeded-experiments';

/** A run that is under way whenever its page is opened within the next minutes: the worker of `npm start` carries it. */
const NAME = 'live-run';
/** A fifth of the pace that people usually watch, so that it lasts. */
const SLOW = { name: 'Practice model, slow', timeScale: 4 };

export const LIVE_RUN: Scenario = {
  name: NAME,
  about: 'A run that is under way, at a pace that leaves time to look.',
  pages: (actor) => seededPages(actor, NAME),
  clear: (actor) => clearSeeded(actor, NAME),
  async make({ actor, tell }) {
    const experimentId = await makeSeeded(actor, {
      scenario: NAME,
      title: 'a run under way',
      description: 'Run on the practice model, slowly: nothing leaves this machine and nothing is paid.',
      providerId: await slowPractice(actor),
      settings: {
        lanes: 16,
        batch: { kind: 'static', size: 10, reason: 'Small iterations can be watched.' },
        evaluation: { everyExamples: 50 },
      },
    });
    await startRun(actor, { experimentId, kind: 'comparisonPoint', seed: 3 });
    tell('It goes as long as a worker is up: leave npm start running.');
  },
};

async function slowPractice(actor: Actor<'administer'>): Promise<string> {
  const there = await db().provider.findFirst({
    where: { workspaceId: actor.workspaceId, name: SLOW.name, practice: true, archivedAt: null },
    select: { id: true },
  });
  return there?.id ?? addPracticeProvider(actor, SLOW);
}
