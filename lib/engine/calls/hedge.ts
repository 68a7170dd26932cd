import type { CallPurpose } from '@/lib/domain/model-role';
import type { HedgeSettings } from '@/lib/domain/scheduling';
import { type HedgeTotals, NO_HEDGES, toNanodollars } from '@/lib/domain/spend';
import type { DispatchTally } from '@/lib/engine/dispatch/dispatch-tally';
import { type Amount, type BudgetKeeper, NO_AMOUNT, type Reservation } from '@/lib/engine/limits/budget';
import type { Alarm, Clock } from '@/lib/ports/clock';
import {
  callKeyText,
  type HedgeBooking,
  type Journal,
  type JournaledAnswer,
  type SentRequest,
} from '@/lib/ports/journal';
import type { LanguageModel, ModelOutcome } from '@/lib/ports/language-model';
import { endsInTime, makeDelayWatch } from './delay-watch';
import type { DescribedCall } from './describe-call';
import type { Lanes } from './lanes';
import { type Ended, firstUsable, outcomeOf, startCall } from './race';
import { bookedFor, maybePaid, secondRequest } from './second-call';

/**
 * Hedged calls: when a call has taken longer than most of its purpose do, the same request goes out a second time and
 * the first usable answer counts. The barrier of an iteration is its slowest call, and in a long tail a fresh draw is
 * nearly always faster than the rest of a bad one.
 *
 * What keeps it honest (rulings J3): a lane and the whole ceiling are taken before the second call goes out, and the
 * journal's reservation is raised first; the loser is booked at its ceiling, in the answer's own row, so a replay
 * books the same. It takes only what is free: no lane and no room that somebody waits for.
 * Cost: at most `shareMax` of an iteration's calls, each at most one ceiling.
 */
export interface Hedger {
  /** Sends the call, and perhaps a second one. */
  complete(sending: Sending): Promise<Hedged>;
  /** Counts a call that was asked for: `shareMax` is a share of these. */
  asked(iteration: number): void;
  /** Every answer that is used, replayed ones too: its delay and its hedge are part of this run. */
  note(call: DescribedCall, answer: JournaledAnswer): void;
  totals(): HedgeTotals;
}

export interface Sending {
  readonly call: DescribedCall;
  readonly sent: SentRequest;
  readonly ceiling: Amount;
}

export interface Hedged {
  readonly outcome: ModelOutcome;
  readonly hedge: HedgeBooking | null;
  /** Of the second call: to be settled with nothing, after the first was settled with the cost of both. */
  readonly second: Reservation | null;
}

export interface Hedging extends HedgeSettings {
  readonly clock: Clock;
  readonly alarm: Alarm;
  /** Where the run counts how its calls went out. */
  readonly counts?: Pick<DispatchTally, 'hedged' | 'hedgeWon'> | undefined;
}

export interface HedgerInput {
  /** Absent = each call goes out once, and nothing is watched. */
  readonly hedging?: Hedging;
  readonly model: LanguageModel;
  readonly journal: Journal;
  readonly budget: BudgetKeeper;
  readonly lanes: Lanes;
  /** False once nothing new may go out: a pause, or a deadline that has passed. */
  readonly maySend: (purpose: CallPurpose) => boolean;
}

export function makeHedger(input: HedgerInput): Hedger {
  const { hedging, model } = input;
  if (hedging !== undefined) return hedgerWith(input, hedging);
  return {
    complete: async ({ call }) => ({
      outcome: await model.complete(call.request),
      hedge: null,
      second: null,
    }),
    asked: () => undefined,
    note: () => undefined,
    totals: () => NO_HEDGES,
  };
}

interface IterationCalls {
  asked: number;
  hedged: number;
}

function hedgerWith(input: HedgerInput, hedging: Hedging): Hedger {
  const { clock, alarm, afterQuantile, shareMax, counts } = hedging;
  const watch = makeDelayWatch({ clock, alarm, quantile: afterQuantile });
  const byIteration = new Map<number, IterationCalls>();
  let totals = NO_HEDGES;

  const callsOf = (iteration: number) => {
    const calls = byIteration.get(iteration) ?? { asked: 0, hedged: 0 };
    byIteration.set(iteration, calls);
    return calls;
  };

  /** Lane and room for a second call, both or neither, and only where nobody waits for them. */
  function takeRoom({ call, ceiling }: Sending): Reservation | null {
    const calls = callsOf(call.key.iteration);
    if (calls.hedged + 1 > shareMax * calls.asked) return null;
    if (!input.maySend(call.request.purpose) || !input.lanes.tryAcquire()) return null;
    // One example is one rollout, however often its call goes out.
    const room = input.budget.tryReserve({ ...ceiling, rollouts: 0 });
    if (room === null) input.lanes.release();
    else calls.hedged += 1;
    return room;
  }

  /** From here on a crash finds both calls in the journal, as one row with the room of two. */
  async function writeDown({ call, sent }: Sending, afterMs: number): Promise<void> {
    const { iteration, purpose, ordinal } = call.key;
    await input.journal.log?.({
      iteration,
      kind: 'hedge',
      value: {
        key: callKeyText(call.key),
        purpose,
        ordinal,
        afterMs,
        quantile: afterQuantile,
        atMs: clock.nowMs(),
        reason: `Slower than ${afterQuantile * 100} % of the calls of its purpose.`,
      },
    });
    await input.journal.recordSent(call.key, {
      ...sent,
      reservedTokens: 2 * sent.reservedTokens,
      reservedUsd: 2 * sent.reservedUsd,
    });
  }

  async function complete(sending: Sending): Promise<Hedged> {
    const { purpose } = sending.call.request;
    const startedMs = clock.monotonicMs();
    const first = startCall(input.model, sending.call.request);
    if (await endsInTime(watch, { purpose, startedMs }, first.ended)) return single(await first.ended);
    const room = takeRoom(sending);
    if (room === null) return single(await first.ended);
    let sent = false;
    try {
      await writeDown(sending, clock.monotonicMs() - startedMs);
      // It came while the second was being written down: that one is not sent.
      const early = first.now();
      if (early !== null) return single(early, room);
      sent = true;
      counts?.hedged(sending.call.key.iteration);
      const race = await firstUsable(first, startCall(input.model, secondRequest(sending.call)));
      if (race.winner === 'second') counts?.hedgeWon(sending.call.key.iteration);
      const waitedMs = clock.monotonicMs() - startedMs;
      return {
        outcome: race.winner === 'first' ? race.outcome : { ...race.outcome, delayMs: waitedMs },
        hedge: { winner: race.winner, ...bookedFor(race.loser, sending.call, sending.ceiling) },
        second: room,
      };
    } catch (error) {
      room.settle(sent ? { ...sending.ceiling, rollouts: 0 } : NO_AMOUNT);
      throw sent ? maybePaid(error) : error;
    } finally {
      input.lanes.release();
    }
  }

  return {
    complete,
    asked: (iteration) => {
      callsOf(iteration).asked += 1;
    },
    note({ key }, { outcome, hedge, replayed, cached }) {
      // A failure says nothing about how long an answer takes, nor does one from a cache or from a provider's absence.
      if (outcome.ok && cached !== true && (outcome.awayMs ?? 0) === 0) {
        watch.saw(key.purpose, outcome.delayMs);
      }
      if (hedge === undefined) return;
      if (replayed) callsOf(key.iteration).hedged += 1;
      totals = {
        calls: totals.calls + 1,
        won: totals.won + (hedge.winner === 'second' ? 1 : 0),
        tokens: totals.tokens + hedge.tokens,
        usd: toNanodollars(totals.usd + hedge.usd),
      };
    },
    totals: () => totals,
  };
}

function single(end: Ended, unsent?: Reservation): Hedged {
  unsent?.settle(NO_AMOUNT);
  return { outcome: outcomeOf(end), hedge: null, second: null };
}
