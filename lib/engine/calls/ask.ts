import type { RunManifest } from '@/lib/domain/manifest';
import type { Spend } from '@/lib/domain/spend';
import { assertNotCut, departures } from '@/lib/engine/dispatch/departures';
import type { Dispatcher } from '@/lib/engine/dispatch/dispatcher';
import { type Amount, type BudgetKeeper, NO_AMOUNT } from '@/lib/engine/limits/budget';
import type { Deadline } from '@/lib/engine/limits/deadline';
import type { EvaluationReuse } from '@/lib/engine/measure/evaluation-reuse';
import { RunInterrupted } from '@/lib/engine/run-interrupted';
import { type DeferredCost, makeTally } from '@/lib/engine/tally';
import type { Ask, Asked, AskRequest } from '@/lib/methods/method';
import type { Journal, JournaledAnswer } from '@/lib/ports/journal';
import type { LanguageModel } from '@/lib/ports/language-model';
import { watchAway } from './away-watch';
import {
  amountOf,
  answerRecord,
  askedOf,
  gpuSecondsOf,
  refusedByContext,
  refusedByLimits,
  sentRequest,
  spendOf,
} from './call-account';
import { makeCallCeilings } from './call-ceilings';
import { type DescribedCall, describeCall } from './describe-call';
import { failedCalls } from './failed-calls';
import { type InjectionWatch, injectionWatch } from './injection-watch';
import type { LaneRank, Lanes } from './lanes';

/**
 * The one way to a model: journal, budget, lanes, model, in that order. An answered key is answered from the journal
 * and costs nothing; a new call is journaled as sent before dispatch and as answered before its answer is used
 * (rulings J3). Knows neither the content of a request nor its reason.
 */
export interface Asker {
  /** An `Ask` whose journal keys carry this iteration. Once `cut` aborts, what was not sent rejects with `CallCut`. */
  forIteration(iteration: number, cut?: AbortSignal): Ask;
  /** The same for calls whose cost counts only once it is settled. */
  deferred(
    iteration: number,
    more?: { readonly cut?: AbortSignal | undefined; readonly rank?: LaneRank },
  ): { readonly ask: Ask; readonly cost: DeferredCost };
  /** Where the answer is kept already, so that no call is sent: this run's journal, or the cache of paid answers. */
  answeredBy(iteration: number, request: AskRequest): Promise<'journal' | 'cache' | null>;
  /** Cost of all answers used so far; replayed answers count like paid ones (rulings J5). */
  spend(): Spend;
  /** All that was paid by now, deferred costs included: what the caps look at. */
  paid(): Spend;
  /** Accelerator time of all answers used so far; null as soon as one came from a model without a profile. */
  gpuSeconds(): number | null;
  /** Calls that gave a failure, or a reply that nothing could be read out of. */
  failures(): number;
  /** The most rollouts of 20 in a row in which the prompt was never seen. */
  notInjected: InjectionWatch['most'];
  /** Milliseconds that this iteration's calls, or their journal, waited for an absent service; 0 = undisturbed. */
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

/** Properties that the calls of one `Ask` share. */
interface AskPlace {
  readonly iteration: number;
  readonly cut: AbortSignal | undefined;
  readonly rank?: LaneRank | undefined;
  readonly bill: Pick<DeferredCost, 'add'>;
}

export function makeAsker(input: AskerInput): Asker {
  const inFlight = new Set<Promise<unknown>>();
  const away = watchAway({ ...input, interrupted: () => new RunInterrupted() });
  const tally = makeTally();
  let usedGpuSeconds: number | null = 0;
  const failed = failedCalls(input.journal, inFlight);
  const ceilings = makeCallCeilings();
  const injection = injectionWatch();

  const book = (call: DescribedCall, answer: JournaledAnswer, { bill }: AskPlace) => {
    bill.add(spendOf(call, answer));
    ceilings.note(call, answer);
    const seconds = gpuSecondsOf(call, answer);
    usedGpuSeconds = seconds === null || usedGpuSeconds === null ? null : usedGpuSeconds + seconds;
    failed.note(call.key, answer);
    injection.note(answer);
  };

  const depart = departures(input.lanes, input.dispatcher);
  const interrupted = () => new RunInterrupted();
  input.signal.addEventListener('abort', () => input.dispatcher?.withdraw(() => true, interrupted));

  async function ask(request: AskRequest, place: AskPlace): Promise<Asked> {
    const call = describeCall(input.manifest, place.iteration, request);
    const stored = await input.journal.answered(call.key);
    if (stored) {
      // Another run has paid for a cached one; what was paid under this lease was charged then, perhaps as a grant.
      if (stored.replayed && !stored.cached) input.budget.charge(amountOf(call, stored));
      if (stored.worker) await input.reuse?.keep(call, request, stored);
      book(call, stored, place);
      return askedOf(call, stored, failed.unusable);
    }
    const taken = await input.reuse?.take(call, request);
    const answer = taken ?? (await dispatch(call, place));
    if (!taken) await input.reuse?.keep(call, request, answer);
    book(call, answer, place);
    return askedOf(call, answer, failed.unusable);
  }

  async function dispatch(call: DescribedCall, { cut, rank }: AskPlace): Promise<JournaledAnswer> {
    if (input.signal.aborted) throw new RunInterrupted();
    const departure = await depart(call, cut, rank);
    try {
      if (input.signal.aborted) throw new RunInterrupted();
      const ceiling = ceilings.of(call);
      const tooLong = call.promptBytes === 0 ? null : refusedByContext(call.binding, call.request.messages);
      const reservation = tooLong === null ? await input.budget.reserve(ceiling) : null;
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
        const sent = sentRequest(call, goes ? ceiling : NO_AMOUNT);
        await input.journal.recordSent(call.key, sent);
        await departure.written();
        if (goes) used = ceiling; // from here on it may have been paid, until its answer says what it was
        const outcome = goes
          ? await away.during(call.key, () => input.model.complete(call.request))
          : (tooLong ?? refusedByLimits(isLate));
        const answer = await input.journal.recordAnswer(call.key, answerRecord(call, outcome));
        used = amountOf(call, answer);
        return answer;
      } finally {
        reservation?.settle(used);
      }
    } finally {
      input.lanes.release();
    }
  }

  function askAt(place: AskPlace): Ask {
    away.opened(place.iteration);
    return (request) => {
      const asked = ask(request, place).finally(() => inFlight.delete(asked));
      inFlight.add(asked);
      return asked;
    };
  }

  return {
    forIteration: (iteration, cut) => askAt({ iteration, cut, bill: tally }),
    deferred(iteration, { cut, rank } = {}) {
      const cost = tally.defer();
      return { cost, ask: askAt({ iteration, cut, rank, bill: cost }) };
    },
    async answeredBy(iteration, request) {
      const call = describeCall(input.manifest, iteration, request);
      if (await input.journal.answered(call.key)) return 'journal';
      return (await input.reuse?.isKept(call, request)) ? 'cache' : null;
    },
    awayMs: (iteration) => away.awayMs(iteration),
    spend: () => tally.settled(),
    paid: () => tally.all(),
    gpuSeconds: () => usedGpuSeconds,
    failures: failed.count,
    notInjected: injection.most,
    drained: async () => {
      while (inFlight.size > 0) await Promise.allSettled([...inFlight]);
    },
  };
}
