import { mapExamples } from '@/lib/combee/map-examples';
import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import { isMissing } from '@/lib/domain/score';
import { emitMapped } from '@/lib/engine/iteration/emit-mapped';
import { screenIteration } from '@/lib/engine/iteration/screen-iteration';
import { scorerFor } from '@/lib/engine/measure/score-answers';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import type { Ask, MappedExample } from '@/lib/methods/method';
import type { GuardedMap } from './guarded-map';
import type { RunningMap } from './outstanding';

export interface MapPlan {
  readonly iteration: number;
  readonly candidate: Candidate;
  readonly examples: readonly Example[];
  readonly guard: GuardedMap | null;
}

/** Starts the map of an iteration: what it finds is emitted as it arrives, what it costs waits until it is used. */
export function startMap(context: RunContext, state: RunState, plan: MapPlan): RunningMap {
  const { manifest, facts, asker, dispatching } = context;
  const { iteration, candidate, examples, guard } = plan;
  const screen = screenIteration({
    ...context,
    ...plan,
    settings: manifest.diversity,
    state: state.diversity,
    embedder: context.embedder,
    rng: context.rng.fork(`iteration-${iteration}`),
  });
  const deferred = examples.map(() => asker.deferred(iteration, { cut: guard?.cut }));
  const toolsWith = (ask: Ask) => ({
    ask,
    score: scorerFor({ manifest, examples, ask, firstOrdinal: 0, seat: state.judge }),
  });
  const pending = mapExamples({
    manifest,
    method: context.methodOf(iteration),
    candidate,
    examples,
    toolsOf: (ordinal) => toolsWith(deferred[ordinal]?.ask ?? asker.forIteration(iteration)),
    onMapped(one, ordinal) {
      emitMapped({ facts, iteration, candidate }, one, ordinal);
      if (!isMissing(one.score)) dispatching?.dispatcher.noteReward(one.score.value);
    },
    ...(screen ? { operatorOf: screen.operatorOf } : {}),
  });
  keepUnderWay(state, pending);
  return { candidate, examples, pending, costs: deferred.map(({ cost }) => cost), screen, guard };
}

/** Also handles a failure that no barrier waits for yet; the barrier that does will throw it. */
function keepUnderWay({ outstanding }: RunState, pending: readonly Promise<MappedExample>[]): void {
  for (const one of pending) {
    outstanding.underWay.add(one);
    const ended = () => outstanding.underWay.delete(one);
    one.then(ended, ended);
  }
}
