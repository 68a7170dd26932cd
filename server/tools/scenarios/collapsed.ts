import { aggregationSettings } from '@/lib/contracts/aggregation-settings';
import type { SplitName } from '@/lib/domain/split';
import { startRun } from '@/server/services/launches/start-run';
import type { Scenario } from './scenario';
import { clearSeeded, haveEnded, makeSeeded, seededPages } from './seeded-experiments';

/**
 * Quality that collapses with the batch size: naive aggregation at a small and at a large batch, and Combee at the large
 * one beside them. What each reaches is what its run found.
 */
const NAME = 'collapsed';

export interface CollapsedSize {
  /** Left out: those of the bundled registration. */
  readonly counts?: Readonly<Record<SplitName, number>>;
  readonly small: number;
  readonly large: number;
}

export const COLLAPSED_SIZE: CollapsedSize = { small: 10, large: 125 };

export function collapsed({ counts, small, large }: CollapsedSize = COLLAPSED_SIZE): Scenario {
  return {
    name: NAME,
    about: 'Naive aggregation at a large batch, where quality collapses, with its yardsticks beside it.',
    pages: (actor) => seededPages(actor, NAME),
    clear: (actor) => clearSeeded(actor, NAME),
    async make({ actor, carryUntil }) {
      const experimentId = await makeSeeded(actor, {
        scenario: NAME,
        title: 'naive aggregation of a large batch',
        description: 'Run on the practice model: the same examples, aggregated in three ways.',
        ...(counts === undefined ? {} : { counts }),
        settings: { lanes: 128, evaluation: { everyExamples: large } },
      });
      const point = { experimentId, kind: 'comparisonPoint', seed: 1 } as const;
      const runIds: string[] = [];
      for (const { kind, size } of [
        { kind: 'naive', size: small },
        { kind: 'combee', size: large },
        { kind: 'naive', size: large },
      ] as const) {
        const reason = 'Pinned, so that the arms differ in nothing but how they aggregate.';
        const aggregation = aggregationSettings.parse({ kind });
        const batch = { kind: 'static', size, reason } as const;
        runIds.push((await startRun(actor, { ...point, aggregation, batch })).id);
      }
      await carryUntil(() => haveEnded(runIds));
    },
  };
}
