/** Steps between two iterations: plan the next, and close the last. */
import { planBatch } from '@/lib/combee/batch-controller/plan-batch';
import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { Candidate } from '@/lib/domain/candidate';
import { rolloutsPerExample } from '@/lib/domain/method-settings';
import type { Spend } from '@/lib/domain/spend';
import { emitOnline } from '@/lib/engine/calls/online';
import { tokensPerRollout } from '@/lib/engine/iteration/expected-next';
import type { IterationDone } from '@/lib/engine/iteration/iteration';
import { measure } from '@/lib/stats/mean-interval';
import type { RunContext } from './run-context';
import type { RunState } from './run-state';

/** Rewards that the variance floor looks back on. */
const REWARD_WINDOW = 64;
/** From the second update on the answers' form is the prompt's own. */
const UPDATES_TO_SETTLE = 2;

/** The plan for the coming iteration: made once, journaled, and read back by every replay. */
export async function planIteration(
  context: RunContext,
  state: RunState,
  spend: Spend = context.asker.spend(),
): Promise<BatchPlan> {
  const { manifest } = context;
  const { iteration, plans, delays, lanes, rewards } = state;
  const past = { iteration, plans, delays, lanes, rewards, survival: context.insights?.points() ?? [] };
  const make = () =>
    planBatch({
      ...past,
      batch: manifest.batch,
      schedule: context.schedule,
      remainingExamples: remaining(context, state),
      trainExamples: context.examples.train.length,
      promptTokens: delays.at(-1)?.promptTokens ?? 0,
      tokensPerRollout: tokensPerRollout(spend),
      tokensPerMinute: manifest.models.serving.tokensPerMinute,
      varianceFloor: manifest.batch.kind === 'dynamic' ? manifest.batch.rewardVarianceFloor : null,
    });
  const key = { iteration: state.iteration, kind: 'batchPlan', ordinal: 0 };
  const planned = await context.journal.decide<BatchPlan>(key, make);
  state.plans.push(planned);
  context.facts.emit('batch.planned', `${state.iteration}`, planned);
  return planned;
}

/**
 * A rollout cap shortens the last iteration rather than being passed: each example may take as many rollouts as the
 * method has rounds.
 */
function remaining({ manifest, order, asker }: RunContext, state: RunState): number {
  const cap = manifest.budget.rollouts;
  const inEpoch = order.remainingInEpoch(state.seen);
  if (cap === null) return inEpoch;
  const affordable = Math.floor((cap - asker.paid().rollouts) / rolloutsPerExample(manifest.method));
  return Math.max(1, Math.min(inEpoch, affordable));
}

export async function closeIteration(
  context: RunContext,
  state: RunState,
  done: IterationDone,
): Promise<void> {
  const { outcome, plan } = done;
  const { iteration, candidate: before } = state;
  emitOnline(context, state, done);
  // A process that took the run over in the middle of this iteration measured only a part of it (rulings J4).
  // Nor does an iteration tell a delay that waited for a provider or a database, or whose map was cut short.
  const tainted =
    (context.journal.resumedAt ?? -1) >= iteration ||
    context.asker.awayMs(iteration) > 0 ||
    done.cut !== undefined ||
    done.disturbed === true;
  const timing = await context.journal.decide({ iteration, kind: 'iterationDelay', ordinal: 0 }, () => ({
    learningMs: done.endedMs - done.startedMs,
    tainted,
  }));
  state.delays.push({
    iteration,
    size: outcome.inTime,
    delayMs: timing.learningMs,
    promptTokens: outcome.promptTokens,
    // The fit leaves these out; the record's time is whole, and counts them.
    tainted: timing.tainted || done.unmapped === true || done.isBesideMeasurement === true,
    failed: outcome.failures > outcome.inTime / 2,
    cacheHits: false,
  });
  // A map that was rolled back has taught nothing: its examples are met again.
  state.seen += done.cut === 'rollback' ? 0 : plan.size;
  state.candidate = outcome.candidate;
  noteAnswers(state, before, outcome);
  state.rewards = [...state.rewards, ...outcome.scores].slice(-REWARD_WINDOW);
  state.lastRollouts = plan.size;
  state.rejectedInARow = outcome.rejections === outcome.inTime ? state.rejectedInARow + outcome.inTime : 0;
  state.lastRefused = outcome.refused;
  state.failures += outcome.failures;
  context.facts.emit(
    'iteration.closed',
    `${iteration}`,
    {
      iteration,
      members: outcome.members,
      failures: outcome.failures,
      trainExamplesSeen: state.seen,
      minibatchScore: measure(outcome.scores),
      spend: context.asker.spend(),
      ...outcome.carry,
    },
    { ...timing, gpuSeconds: context.asker.gpuSeconds() },
  );
  context.insights?.closed({ iteration, before: before.text, after: outcome.candidate.text });
}

/** The answers of an iteration were given under the candidate that it began with. */
function noteAnswers(state: RunState, before: Candidate, outcome: IterationDone['outcome']): void {
  if (state.updates >= UPDATES_TO_SETTLE) {
    state.laterAnswers += outcome.answered;
    state.laterUnreadable += outcome.unreadable;
  }
  if (outcome.candidate.hash !== before.hash) state.updates += 1;
}
