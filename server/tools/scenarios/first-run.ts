import type { Actor } from '@/lib/domain/actor';
import type { SplitName } from '@/lib/domain/split';
import { AppError } from '@/lib/errors/app-error';
import { startRun } from '@/server/services/launches/start-run';
import type { Scenario, SeedGround } from './scenario';
import { clearSeeded, haveEnded, makeSeeded, seededPages } from './seeded-experiments';

/**
 * The state after a person's first run: a serial baseline with its diagnosis if there was none, and one ended
 * parallel run.
 */
const NAME = 'first-run';

/** Other counts than those of the bundled registration, for a smaller scenario. */
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

/** Null if it is refused: no serial diagnosis permits it. */
async function startParallel(actor: Actor<'administer'>, experimentId: string): Promise<string | null> {
  try {
    return (await startRun(actor, { experimentId, kind: 'combee', seed: 1 })).id;
  } catch (error) {
    if (AppError.is(error) && (error.kind === 'refused' || error.kind === 'conflict')) return null;
    throw error;
  }
}

/** The baseline's diagnosis decides, as for any user. */
async function afterBaseline({ actor, tell, carryUntil }: SeedGround, experimentId: string): Promise<string> {
  tell('No serial diagnosis permits a parallel run yet: measuring its baseline first.');
  const baseline = await startRun(actor, { experimentId, kind: 'serialBaseline', seed: 1 });
  await carryUntil(() => haveEnded([baseline.id]));
  const started = await startParallel(actor, experimentId);
  if (started !== null) return started;
  const reason = 'The serial diagnosis permits no parallel run, so this run is a yardstick.';
  const batch = { kind: 'static' as const, size: 8, reason };
  return (await startRun(actor, { experimentId, kind: 'comparisonPoint', seed: 1, batch })).id;
}
