import { rewardVariance } from '@/lib/combee/batch-controller/caps';
import type { DispatchSettings } from '@/lib/domain/scheduling';
import type { Lanes } from '@/lib/engine/calls/lanes';
import { invariant } from '@/lib/errors/invariant';
import type { Alarm, Clock } from '@/lib/ports/clock';
import type { Journal } from '@/lib/ports/journal';
import { type DispatchInputs, decideFlush, dueAtMs, type Flush } from './decide-flush';
import type { DispatchTally } from './dispatch-tally';
import { describeFlush, logFlush, type NumberedRequest } from './flush-entry';

/**
 * Where requests wait until the policy lets them go, each with a lane taken for it. The policy is looked at whenever
 * something has changed: an arrival, a freed lane, a reward, a candidate of higher priority, the alarm. Every flush is
 * written to the journal's log before one of its members is sent (rulings J1). Answered calls never come here, so a
 * replay decides nothing again.
 */
export interface Dispatcher {
  /** Resolves once the request may go; from then on the caller has a lane and must release it. */
  enter(request: EnteringRequest): Promise<Departure>;
  /** Cancels what waits and matches, with this error; gives how many there were. */
  withdraw(matches: (request: EnteringRequest) => boolean, because: () => Error): number;
  /** The score of a training rollout, for the variance trigger. */
  noteReward(reward: number): void;
  /** While true nothing waits: a candidate of higher priority is due at the end of the iteration. */
  hurry(isHurrying: boolean): void;
  readonly waiting: number;
}

export interface EnteringRequest {
  readonly iteration: number;
  readonly key: string;
  readonly promptTokens: number;
  readonly tokens: number;
  /** Aborts when the request may be cancelled while it waits. */
  readonly cut?: AbortSignal | undefined;
}

export interface Departure {
  /** Resolves when the flush is durable, with the fault that kept it from being so; to be awaited before sending. */
  readonly logged: Promise<{ readonly fault: unknown } | null>;
}

export interface DispatcherParts {
  readonly settings: DispatchSettings;
  readonly lanes: Lanes;
  readonly clock: Clock;
  readonly alarm: Alarm;
  readonly journal: Pick<Journal, 'log'>;
  readonly tally: DispatchTally;
}

interface Waiter extends NumberedRequest {
  readonly request: EnteringRequest;
  readonly go: (departure: Departure) => void;
  readonly refuse: (error: Error) => void;
}

/** Rewards that the variance looks back on, as the batch controller does. */
const REWARD_WINDOW = 64;

export function makeDispatcher(parts: DispatcherParts): Dispatcher {
  const { settings, lanes, clock, tally } = parts;
  const line = new Map<number, Waiter>();
  const rewards: number[] = [];
  let arrivals = 0;
  let flushes = 0;
  let isHurrying = false;
  let isLookDue = false;
  let ringsAtMs: number | null = null;
  let cancelAlarm: () => void = () => undefined;
  // Stamps that people can read, on a clock that never goes back; whole milliseconds keep the journal short.
  const originMs = clock.nowMs() - clock.monotonicMs();
  const nowMs = () => Math.round(originMs + clock.monotonicMs());

  const inputs = (): DispatchInputs => ({
    nowMs: nowMs(),
    lanes: lanes.width,
    lanesBusy: lanes.inUse,
    rewardVariance: rewardVariance(rewards),
    hurrying: isHurrying,
  });

  /** After whatever is going on, so that requests of one moment are looked at together. */
  function lookSoon(): void {
    if (isLookDue || line.size === 0) return;
    isLookDue = true;
    Promise.resolve().then(look);
  }

  function look(): void {
    isLookDue = false;
    for (;;) {
      const seen = inputs();
      const flush = decideFlush(settings, line, seen);
      if (flush === null) break;
      send(flush, seen);
    }
    setAlarm();
  }

  function send(flush: Flush<Waiter>, seen: DispatchInputs): void {
    const { reason, members } = flush;
    const [oldest] = members;
    invariant(oldest, 'A batch holds at least the request that it was made for.');
    const waited = { number: flushes++, arrivals, queued: line.size, oldestMs: oldest.arrivedMs };
    const entry = describeFlush(settings, flush, { inputs: seen, line: waited });
    const { iteration } = oldest.request;
    for (const { arrival } of members) {
      line.delete(arrival);
      // The policy counted this lane as free, so it is taken on the spot.
      void lanes.acquire();
    }
    tally.lanesChanged();
    const used = members.reduce((sum, { tokens }) => sum + tokens, 0);
    tally.flushed({ iteration, reason, size: members.length, fill: used / settings.tokenBudget });
    const logged = logFlush(parts.journal, iteration, entry);
    for (const { go } of members) go({ logged });
  }

  /** Only while a lane is free: without one nothing could go, and the lane that frees calls by itself. */
  function setAlarm(): void {
    const dueMs = lanes.inUse < lanes.width ? dueAtMs(settings, line) : null;
    if (dueMs === ringsAtMs) return;
    cancelAlarm();
    ringsAtMs = dueMs;
    if (dueMs === null) return;
    cancelAlarm = parts.alarm.after(Math.max(0, dueMs - nowMs()), () => {
      ringsAtMs = null;
      lookSoon();
    });
  }

  lanes.onFree(() => {
    tally.lanesChanged();
    lookSoon();
  });

  return {
    enter: (request) =>
      new Promise((go, refuse) => {
        const { key, promptTokens, tokens } = request;
        const arrival = arrivals++;
        line.set(arrival, { key, promptTokens, tokens, arrival, arrivedMs: nowMs(), request, go, refuse });
        lookSoon();
      }),
    withdraw(matches, because) {
      const found = [...line].filter(([, { request }]) => matches(request));
      for (const [number, { refuse }] of found) {
        line.delete(number);
        refuse(because());
      }
      setAlarm();
      return found.length;
    },
    noteReward(reward) {
      rewards.push(reward);
      if (rewards.length > REWARD_WINDOW) rewards.shift();
      lookSoon();
    },
    hurry(hurrying) {
      isHurrying = hurrying;
      lookSoon();
    },
    get waiting() {
      return line.size;
    },
  };
}
