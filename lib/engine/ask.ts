import type { RunManifest } from '@/lib/domain/manifest';
import { addSpend, NO_SPEND, type Spend } from '@/lib/domain/spend';
import type { Ask, Asked, AskRequest } from '@/lib/methods/method';
import { callKeyText, type Journal, type JournaledAnswer } from '@/lib/ports/journal';
import type { LanguageModel } from '@/lib/ports/language-model';
import { watchAway } from './away-watch';
import { type Amount, type BudgetKeeper, NO_AMOUNT } from './budget';
import {
  amountOf,
  REFUSED_BY_BUDGET,
  REFUSED_BY_DEADLINE,
  rolloutsOf,
  spendOf,
  tokensOf,
} from './call-account';
import type { Deadline } from './deadline';
import { type DescribedCall, describeCall } from './describe-call';
import { assertNotCut, departures } from './dispatch/departures';
import type { Dispatcher } from './dispatch/dispatcher';
import type { EvaluationReuse } from './evaluation-reuse';
import type { Lanes } from './lanes';
import { ceilingOf, gpuSeconds, listPriceUsd, paidUsd } from './pricing';

/**
 * The one way to a model: journal, budget, lanes, model, in that order. An answered key is answered from the journal
 * and costs nothing; a new call is journaled as sent before dispatch and as answered before its answer is used
 * (rulings J3). Knows nothing of what is asked or why.
 */
export interface Asker {
  /** An `Ask` whose journal keys carry this iteration. Once `cut` aborts, what was not sent rejects with `CallCut`. */
  forIteration(iteration: number, cut?: AbortSignal): Ask;
  /** What all answers used so far have cost; replayed ones count like paid ones (rulings J5). */
  spend(): Spend;
  /** Accelerator time of all answers used so far; null as soon as one came from a model without a profile. */
  gpuSeconds(): number | null;
  /** Calls that gave a failure. */
  failures(): number;
  /** How long this iteration's calls, or their journal, waited for somebody who was away; 0 = undisturbed. */
  awayMs(iteration: number): number;
  /** Resolves when no call is in flight any more: a pause discards no paid answer. */
  drained(): Promise<void>;
}

export interface AskerInput {
  readonly manifest: RunManifest;
  readonly model: LanguageModel;
  readonly journal: Journal;
  readonly budget: BudgetKeeper;
  readonly lanes: Lanes;
  /** Absent = each call goes as soon as a lane is free. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Absent = no deadline. */
  readonly deadline?: Deadline;
  /** Absent = no answer of another run is taken. */
  readonly reuse?: EvaluationReuse | undefined;
  /** Once aborted, nothing new is dispatched: `Ask` rejects with `RunInterrupted`. */
  readonly signal: AbortSignal;
}

/** The run was asked to pause, or its worker is closing. Not an error: the journal holds all that was paid. */
export class RunInterrupted extends Error {
  constructor() {
    super('The run was interrupted; its journal holds every answer.');
    this.name = 'RunInterrupted';
  }
}

export function makeAsker(input: AskerInput): Asker {
  const inFlight = new Set<Promise<unknown>>();
  const away = watchAway({ ...input, interrupted: () => new RunInterrupted() });
  let spend = NO_SPEND;
  let usedGpuSeconds: number | null = 0;
  let failures = 0;

  const book = ({ binding }: DescribedCall, request: AskRequest, answer: JournaledAnswer) => {
    spend = addSpend(spend, spendOf(request, answer));
    const seconds = gpuSeconds(binding, answer.outcome.delayMs);
    usedGpuSeconds = seconds === null || usedGpuSeconds === null ? null : usedGpuSeconds + seconds;
    if (!answer.outcome.ok) failures += 1;
  };

  const depart = departures(input.lanes, input.dispatcher);
  const leaveLine = () =>
    input.dispatcher?.withdraw(
      () => true,
      () => new RunInterrupted(),
    );
  input.signal.addEventListener('abort', leaveLine);

  async function ask(iteration: number, request: AskRequest, cut?: AbortSignal): Promise<Asked> {
    const call = describeCall(input.manifest, iteration, request);
    const stored = await input.journal.answered(call.key);
    if (stored) {
      // What another run has paid for takes no room under this one's caps.
      if (!stored.cached) input.budget.charge(amountOf(call, stored));
      book(call, request, stored);
      return { outcome: stored.outcome, callKey: callKeyText(call.key), costUsd: stored.costUsd };
    }
    const taken = await input.reuse?.take(call, request);
    const answer = taken ?? (await dispatch(call, cut));
    if (!taken) await input.reuse?.keep(call, request, answer);
    book(call, request, answer);
    return { outcome: answer.outcome, callKey: callKeyText(call.key), costUsd: answer.costUsd };
  }

  async function dispatch(call: DescribedCall, cut?: AbortSignal): Promise<JournaledAnswer> {
    if (input.signal.aborted) throw new RunInterrupted();
    const departure = await depart(call, cut);
    try {
      if (input.signal.aborted) throw new RunInterrupted();
      const ceiling = { ...ceilingOf(call.binding, call.promptBytes), rollouts: rolloutsOf(call) };
      const reservation = await input.budget.reserve(ceiling);
      // Asked last, since the wait for room may have been a long one.
      const isLate = input.deadline?.passedFor(call.request.purpose) ?? false;
      const goes = reservation !== null && !isLate;
      // Whatever goes wrong, the room is given back: others may be waiting for it, and would wait for ever.
      let used: Amount = NO_AMOUNT;
      try {
        // Asked again: the wait for room may have been a long one.
        if (input.signal.aborted) throw new RunInterrupted();
        assertNotCut(cut);
        away.assertPresent();
        await input.journal.recordSent(call.key, {
          role: call.request.role,
          model: call.binding.model,
          messages: call.request.messages,
          subject: call.subject,
          reservedTokens: goes ? ceiling.tokens : 0,
          reservedUsd: goes ? ceiling.usd : 0,
        });
        await departure.written();
        if (goes) used = ceiling; // from here on it may have been paid, until its answer says what it was
        const refused = isLate ? REFUSED_BY_DEADLINE : REFUSED_BY_BUDGET;
        const outcome = goes
          ? await away.during(call.key, () => input.model.complete(call.request))
          : refused;
        const answer = await input.journal.recordAnswer(call.key, {
          outcome,
          costUsd: listPriceUsd(call.binding, tokensOf(outcome)),
          spendUsd: paidUsd(call.binding, tokensOf(outcome)),
        });
        used = amountOf(call, answer);
        return answer;
      } finally {
        reservation?.settle(used);
      }
    } finally {
      input.lanes.release();
    }
  }

  return {
    forIteration(iteration, cut) {
      away.opened(iteration);
      return (request) => {
        const asked = ask(iteration, request, cut);
        inFlight.add(asked);
        const forget = () => inFlight.delete(asked);
        asked.then(forget, forget);
        return asked;
      };
    },
    awayMs: (iteration) => away.awayMs(iteration),
    spend: () => spend,
    gpuSeconds: () => usedGpuSeconds,
    failures: () => failures,
    async drained() {
      while (inFlight.size > 0) await Promise.allSettled([...inFlight]);
    },
  };
}
