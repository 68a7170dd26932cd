import type { Actor } from '@/lib/domain/actor';
import type { SplitName } from '@/lib/domain/split';
import { AppError } from '@/lib/errors/app-error';
import { startRun } from '@/server/services/launches/start-run';
import type { Scenario, SeedGround } from './scenario';
import { clearSeeded, haveEnded, makeSeeded, seededPages } from './seeded-experiments';

/**
 * What somebody has who has just pressed Run for the first time and waited: a serial baseline with its diagnosis where
 * there was none yet, and one parallel run that has come to its end.
 */
const NAME = 'first-run';

/** Other counts than those of the bundled registration, for a smaller one. */
export function firstRun(counts?: Readonly<Record<SplitName, number>>): Scenario {
  return {
    name: NAME,
    about: 'One experiment whose first parallel run has just ended.',
    pages: (actor) => seededPages(actor, NAME),
    clear: (actor) => clearSeeded(actor, NAME),
    async make(ground) {
      const experimentId = await makeSeeded(ground.actor, {
        scenario: NAME,
        title: 'one run that has ended',
        description: 'Run on the practice model: nothing left this machine and nothing was paid.',
        ...(counts === undefined ? {} : { counts }),
        settings: {
          lanes: 300,
          batch: { kind: 'dynamic', profileSizes: [8, 16, 32, 64], maxBatch: 128 },
          evaluation: { everyExamples: 50 },
        },
      });
      const runId =
        (await startParallel(ground.actor, experimentId)) ?? (await afterBaseline(ground, experimentId));
      await ground.carryUntil(() => haveEnded([runId]));
    },
  };
}

/** Null where it is refused: no serial diagnosis lets it. */
async function startParallel(actor: Actor<'administer'>, experimentId: string): Promise<string | null> {
  try {
    return (await startRun(actor, { experimentId, kind: 'combee', seed: 1 })).id;
  } catch (error) {
    if (AppError.is(error) && (error.kind === 'refused' || error.kind === 'conflict')) return null;
    throw error;
  }
}

/** What the baseline finds decides, as it does for everybody. */
async function afterBaseline({ actor, tell, carryUntil }: SeedGround, experimentId: string): Promise<string> {
  tell('No serial diagnosis lets a parallel run start yet: its baseline is measured first.');
  const baseline = await startRun(actor, { experimentId, kind: 'serialBaseline', seed: 1 });
  await carryUntil(() => haveEnded([baseline.id]));
  const started = await startParallel(actor, experimentId);
  if (started !== null) return started;
  const reason = 'The serial diagnosis lets no parallel run start, so this is a yardstick.';
  const batch = { kind: 'static' as const, size: 8, reason };
  return (await startRun(actor, { experimentId, kind: 'comparisonPoint', seed: 1, batch })).id;
}
