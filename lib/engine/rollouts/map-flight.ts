import { startMapping } from '@/lib/combee/map-examples';
import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import { isMissing } from '@/lib/domain/score';
import { stateMapped } from '@/lib/engine/iteration/map-iteration';
import { screenIteration } from '@/lib/engine/iteration/screen-iteration';
import { scorerFor } from '@/lib/engine/measure/score-answers';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import type { Ask, MappedExample } from '@/lib/methods/method';
import type { MapFlight } from './stragglers';

export interface FlightPlan {
  readonly iteration: number;
  readonly candidate: Candidate;
  readonly examples: readonly Example[];
}

export function startFlight(context: RunContext, state: RunState, plan: FlightPlan): MapFlight {
  const { manifest, facts, asker, dispatching } = context;
  const { iteration, candidate, examples } = plan;
  const screen = screenIteration({
    ...context,
    ...plan,
    settings: manifest.diversity,
    state: state.diversity,
    embedder: context.embedder,
    rng: context.rng.fork(`iteration-${iteration}`),
  });
  const tabs = examples.map(() => asker.onTab(iteration));
  const toolsWith = (ask: Ask) => ({
    ask,
    score: scorerFor({ manifest, examples, ask, firstOrdinal: 0, seat: state.judge }),
  });
  const pending = startMapping({
    manifest,
    method: context.methodOf(iteration),
    candidate,
    examples,
    toolsOf: (ordinal) => toolsWith(tabs[ordinal]?.ask ?? asker.forIteration(iteration)),
    onMapped(one, ordinal) {
      stateMapped({ facts, iteration, candidate }, one, ordinal);
      if (!isMissing(one.score)) dispatching?.dispatcher.noteReward(one.score.value);
    },
    ...(screen ? { operatorOf: screen.operatorOf } : {}),
  });
  keepUnderWay(state, pending);
  return { candidate, examples, pending, tabs: tabs.map(({ tab }) => tab), screen };
}

/** Also hears a fault that no barrier waits for yet; the barrier that does will throw it. */
function keepUnderWay({ stragglers }: RunState, pending: readonly Promise<MappedExample>[]): void {
  for (const one of pending) {
    stragglers.underWay.add(one);
    const ended = () => stragglers.underWay.delete(one);
    one.then(ended, ended);
  }
}
