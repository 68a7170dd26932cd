import { carryRollout, type RolloutEnd } from '@/lib/engine/rollouts/carry-rollout';
import type { LanguageModel } from '@/lib/ports/language-model';
import type { RolloutOrder, RolloutSpread } from '@/lib/ports/rollout-spread';
import { memoryJournal } from './memory-journal';
import type { ToyRun } from './toy-run';

/** Helpers in memory: each rollout is carried by a fresh one, on the journal of the run that it helps. */
export interface MemorySpread extends RolloutSpread {
  readonly orders: readonly RolloutOrder[];
  readonly ends: readonly (RolloutEnd | 'died')[];
}

const MOST_HELPERS = 10_000;

/** `model` may throw: the helper has died then, and the next one takes its rollout. */
export function memorySpread(
  run: ToyRun,
  model: (helper: number) => LanguageModel = () => run.model,
): MemorySpread {
  const orders: RolloutOrder[] = [];
  const ends: (RolloutEnd | 'died')[] = [];
  let helpers = 0;
  const { manifest, method, clock, examples, evaluationCache } = run.input;
  const known = new Map(Object.values(examples).flatMap((list) => list.map((one) => [one.id, one])));
  return {
    orders,
    ends,
    async carry(order) {
      orders.push(order);
      const example = known.get(order.exampleId);
      if (!example) throw new Error(`There is no example ${order.exampleId}.`);
      for (;;) {
        helpers += 1;
        if (helpers > MOST_HELPERS) throw new Error('Every helper of this run dies.');
        const journal = memoryJournal(run.journal.store, 'joins');
        const { signal } = run.interrupt;
        const end = await carryRollout({
          ...{ manifest, method, clock, order, example, signal, journal },
          ...(evaluationCache ? { evaluationCache } : {}),
          model: model(helpers),
        }).catch(() => 'died' as const);
        ends.push(end);
        if (end !== 'died') return end === 'interrupted' ? 'interrupted' : 'over';
      }
    },
  };
}
