import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import { makeAsker } from '@/lib/engine/calls/ask';
import { makeLanes } from '@/lib/engine/calls/lanes';
import { type BudgetKeeper, makeBudgetKeeper } from '@/lib/engine/limits/budget';
import type { Deadline } from '@/lib/engine/limits/deadline';
import { makeEvaluationReuse } from '@/lib/engine/measure/evaluation-reuse';
import { scorerFor } from '@/lib/engine/measure/score-answers';
import { RunInterrupted } from '@/lib/engine/run-interrupted';
import { AppError } from '@/lib/errors/app-error';
import { isJudged } from '@/lib/evaluation/judge-seats';
import type { Ask, Method } from '@/lib/methods/method';
import type { Clock } from '@/lib/ports/clock';
import type { EvaluationCache } from '@/lib/ports/evaluation-cache';
import type { Journal } from '@/lib/ports/journal';
import type { LanguageModel } from '@/lib/ports/language-model';
import type { RolloutOrder } from '@/lib/ports/rollout-spread';
import { adoptedAmount, rolloutPlace, scoringOrdinal } from './rollout-place';

/**
 * One rollout of a run that another worker holds: the same code as there, on the same journal, within what was granted.
 * It states no facts and decides nothing; what it leaves behind are answers. A rollout that meets anything but answers
 * (its grant is used up, its provider is away) is left as it is: the run's holder continues it and meets the
 * same, with the whole run in view.
 */
export interface RolloutHelp {
  readonly manifest: RunManifest;
  readonly method: Method;
  readonly model: LanguageModel;
  /** Opened on the run's own lease. */
  readonly journal: Journal;
  /** As the run's own worker has it. */
  readonly evaluationCache?: EvaluationCache;
  readonly clock: Clock;
  readonly order: RolloutOrder;
  readonly example: Example;
  /** Aborts when the run pauses or is lost, or this worker closes: what is in flight is awaited and kept. */
  readonly signal: AbortSignal;
}

export type RolloutEnd = 'done' | 'unfinished' | 'interrupted';

/** The rest of the rollout belongs to the worker that holds the run. */
class RolloutLeft extends Error {}

/** @throws AppError LEASE_LOST when another worker has taken the run over; whatever the ports throw beside. */
export async function carryRollout(help: RolloutHelp): Promise<RolloutEnd> {
  const { manifest, order, journal } = help;
  // Amounts that an earlier helper used before it died count against the same grant.
  const before = await journal.adopt?.(rolloutPlace(order));
  const budget = grantKeeper(order);
  if (before) budget.charge(adoptedAmount(manifest, before));
  const { model, signal } = help;
  const deadline = grantDeadline(help);
  const reuse = makeEvaluationReuse({ manifest, journal, cache: help.evaluationCache });
  const asker = makeAsker({ manifest, model, journal, budget, lanes: makeLanes(1), deadline, reuse, signal });
  const ask = asker.forIteration(order.iteration);
  try {
    await carry(help, ask);
    return 'done';
  } catch (error) {
    await asker.drained();
    if (error instanceof RunInterrupted) return 'interrupted';
    if (error instanceof RolloutLeft || (AppError.is(error) && error.kind === 'upstream'))
      return 'unfinished';
    throw error;
  }
}

async function carry(help: RolloutHelp, ask: ReturnType<ReturnType<typeof makeAsker>['forIteration']>) {
  const { manifest, method, order, example } = help;
  const { candidate, ordinal } = order;
  // Judging depends on the judge's calibration, which is a fact of the run and not of one rollout.
  const score = isJudged(manifest)
    ? () => Promise.reject(new RolloutLeft())
    : scorerFor({ manifest, examples: [example], ask, firstOrdinal: scoringOrdinal(order) });
  const given = { ...order.extra, manifest, candidate, example, ordinal, ask };
  if (order.purpose === 'generate') {
    await method.mapExample({ ...given, score });
    return;
  }
  // As in a measurement: what another run has paid for may serve, and what is paid here serves others.
  const measuring: Ask = (request) => ask({ ...request, measures: candidate.hash });
  const answer = await method.answer({ ...given, purpose: 'evaluate', ask: measuring });
  if (answer.cause === null && !answer.judged) await score(answer.text, example);
}

/** Where a run's keeper journals a refusal as the call's answer, this one leaves the call to the run's. */
function grantKeeper({ grant }: RolloutOrder): BudgetKeeper {
  const keeper = makeBudgetKeeper(grant);
  return {
    ...keeper,
    async reserve(ceiling) {
      const reservation = await keeper.reserve(ceiling);
      if (reservation === null) throw new RolloutLeft();
      return reservation;
    },
    get used() {
      return keeper.used;
    },
    get reserved() {
      return keeper.reserved;
    },
  };
}

function grantDeadline({ order, clock }: RolloutHelp): Deadline {
  const { untilMs } = order.grant;
  return {
    passedFor() {
      if (untilMs !== null && clock.nowMs() >= untilMs) throw new RolloutLeft();
      return false;
    },
    reserveMs: 0,
    measurementTook: () => undefined,
  };
}
