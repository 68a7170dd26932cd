import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { Example } from '@/lib/domain/example';
import type { SearchEnd } from '@/lib/domain/run-end';
import { closeIteration, planIteration } from '@/lib/engine/boundary';
import { CALLS_PER_ROLLOUT } from '@/lib/engine/iteration/expected-next';
import type { IterationOutcome } from '@/lib/engine/iteration/iteration';
import type { TrainingOrder } from '@/lib/engine/iteration/minibatch';
import { countAnswers, summarise, withCause } from '@/lib/engine/iteration/summarise-answers';
import { measureIfDue } from '@/lib/engine/measure-boundary';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import type { SearchTurn } from '@/lib/methods/search';
import { searchTools } from './search-tools';

/**
 * One turn of a method that keeps more than one line of candidates: planned, closed, measured and stopped like any
 * other iteration; what happens in between is the search's own. Knows nothing of pools or acceptance.
 */
export async function stepSearch(context: RunContext, state: RunState): Promise<void> {
  const { search, order, facts } = context;
  if (!search) return;
  const { iteration, candidate } = state;
  const plan = await planIteration(context, state);
  facts.emit('iteration.started', `${iteration}`, {
    iteration,
    epoch: order.epochOf(state.seen),
    candidateHash: candidate.hash,
    exampleIds: order.take(state.seen, plan.size).map(({ id }) => id),
  });
  const startedMs = context.clock.monotonicMs();
  const turn = await search.turn(toolsFor(context, state, { iteration, size: plan.size }));
  const outcome = outcomeOf(turn, plan);
  // A merge, for one, rolls out its own examples beside the planned batch.
  const unmapped = turn.mapped.length === 0;
  const endedMs = context.clock.monotonicMs();
  await closeIteration(context, state, { plan: { size: turn.seen }, outcome, startedMs, endedMs, unmapped });
  // A rollout beside the map is one call where an example of the map is several.
  state.lastRollouts += Math.ceil((turn.rollouts?.length ?? 0) / CALLS_PER_ROLLOUT);
  state.idleTurns = isIdle(turn) ? state.idleTurns + 1 : 0;
  state.searchDone = turn.done ?? whenIdle(state);
  const isEnd = state.seen >= order.total || state.searchDone !== null;
  await measureIfDue(context, state, { iteration, last: isEnd });
  state.iteration += 1;
  await facts.flush();
}

function outcomeOf(turn: SearchTurn, { size }: BatchPlan): IterationOutcome {
  const answers = [...turn.mapped.map(withCause), ...(turn.rollouts ?? [])];
  const counts = countAnswers(answers);
  // Whether later prompts still answer in form is asked of training answers; selection has scores of its own.
  const onTrain = (turn.rollouts ?? []).filter(({ on }) => on === 'train');
  const { answered, unreadable } = countAnswers([...turn.mapped.map(withCause), ...onTrain]);
  // A turn asks for more answers than its batch has examples; what counts is whether the provider took none of them.
  const isRejected = answers.length > 0 && counts.rejections === answers.length;
  return {
    ...summarise(turn.mapped),
    ...counts,
    ...{ answered, unreadable },
    failures: summarise(turn.mapped).failures + countAnswers(turn.rollouts ?? []).failures,
    rejections: isRejected ? size : 0,
    candidate: turn.candidate,
    inTime: size,
    scores: turn.scores,
  };
}

/** A turn may use no example of the order and still roll out something; many that do neither will not end by themselves. */
const IDLE_TURNS_MAX = 25;

function whenIdle({ idleTurns }: RunState): SearchEnd | null {
  return idleTurns < IDLE_TURNS_MAX ? null : { why: 'idle', iterations: idleTurns };
}

const isIdle = ({ seen, mapped, rollouts = [] }: SearchTurn) =>
  seen === 0 && mapped.length === 0 && rollouts.length === 0;

/** Lets the search measure the seed before its first turn, in addition to the held-out measurement. */
export async function beginSearch(context: RunContext, state: RunState): Promise<void> {
  await context.search?.begin?.(toolsFor(context, state, { iteration: -1, size: 0 }));
}

function toolsFor(context: RunContext, state: RunState, at: { iteration: number; size: number }) {
  const { manifest, order, examples } = context;
  const { iteration, size } = at;
  const { seen, candidate } = state;
  return searchTools({
    manifest,
    method: context.methodOf(iteration),
    iteration,
    candidate,
    trainExamplesSeen: seen,
    trainExamples: order.total,
    rng: context.rng.fork(`iteration-${iteration}`),
    ask: context.asker.forIteration(iteration),
    facts: context.facts,
    judge: state.judge,
    size,
    take: (index) => minibatchAt(order, { seen, size, index }),
    train: examples.train,
    selection: examples.selection,
  });
}

/** One behind the other, so that what is left over at the end of an epoch makes a short minibatch and nothing is skipped. */
function minibatchAt(
  order: TrainingOrder,
  at: { readonly seen: number; readonly size: number; readonly index: number },
): readonly Example[] {
  let from = at.seen;
  for (let before = 0; before < at.index; before += 1) from += order.take(from, at.size).length;
  return order.take(from, at.size);
}
