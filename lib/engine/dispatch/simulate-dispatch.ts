import { rewardVariance } from '@/lib/combee/batch-controller/caps';
import type { DispatchSettings } from '@/lib/domain/scheduling';
import {
  type DispatchInputs,
  decideFlush,
  dueAtMs,
  type Flush,
  type WaitingLine,
  type WaitingRequest,
} from './decide-flush';

/**
 * A policy carried out on imagined time: calls arrive, wait, hold a lane and end, and what they lead to arrives then.
 * Costs no call and reads no clock. The policy is anything that looks at a line, so that the dispatcher's decision and
 * the interpreted pseudocode run over one and the same workload.
 */
export interface SimulatedCall {
  readonly key: string;
  readonly promptTokens: number;
  /** Prompt and answer. */
  readonly tokens: number;
  /** How long it holds its lane. */
  readonly delayMs: number;
  /** The score that it brings, if it does. */
  readonly reward?: number;
}

export interface Looked<R extends WaitingRequest> {
  readonly flushes: readonly Flush<R>[];
  /** When the alarm is to ring; null = it was not set. */
  readonly wakeAtMs: number | null;
}

export type Look = (line: WaitingLine<SimulatedRequest>, inputs: DispatchInputs) => Looked<SimulatedRequest>;

export interface SimulatedRequest extends SimulatedCall {
  readonly arrivedMs: number;
}

export interface SimulatedFlush extends Flush<SimulatedRequest> {
  readonly atMs: number;
}

export interface Workload {
  readonly lanes: number;
  /** Calls that come by themselves. */
  readonly arrivals: readonly { readonly atMs: number; readonly call: SimulatedCall }[];
  /** Calls that follow the end of another, at the same moment. */
  readonly next?: (ended: SimulatedCall) => readonly SimulatedCall[];
  /** From this moment on a candidate of higher priority waits. */
  readonly hurryFromMs?: number;
}

/** Rewards that the variance looks back on. */
const REWARD_WINDOW = 64;

export function simulateDispatch(look: Look, { lanes, next, ...workload }: Workload): SimulatedFlush[] {
  let hurryAtMs = workload.hurryFromMs ?? null;
  let isHurrying = false;
  const events = [...workload.arrivals].sort((a, b) => a.atMs - b.atMs);
  const line = new Map<string, SimulatedRequest>();
  const underWay: { readonly endMs: number; readonly call: SimulatedCall }[] = [];
  const rewards: number[] = [];
  const sent: SimulatedFlush[] = [];
  let wakeAtMs: number | null = null;

  const arrive = (call: SimulatedCall, atMs: number) => line.set(call.key, { ...call, arrivedMs: atMs });

  /** Everything of this moment, before anybody looks. */
  function pass(nowMs: number): void {
    for (let first = events[0]; first && first.atMs <= nowMs; first = events[0]) {
      arrive(first.call, nowMs);
      events.shift();
    }
    for (let first = underWay[0]; first && first.endMs <= nowMs; first = underWay[0]) {
      underWay.shift();
      const { reward } = first.call;
      if (reward !== undefined) rewards.push(reward);
      for (const call of next?.(first.call) ?? []) arrive(call, nowMs);
    }
    rewards.splice(0, Math.max(0, rewards.length - REWARD_WINDOW));
    if (hurryAtMs === null || hurryAtMs > nowMs) return;
    hurryAtMs = null;
    isHurrying = true;
  }

  for (;;) {
    const due = [events[0]?.atMs, underWay[0]?.endMs, wakeAtMs, hurryAtMs];
    const moments = due.filter((at) => typeof at === 'number');
    if (moments.length === 0) return sent;
    const nowMs = Math.min(...moments);
    pass(nowMs);
    const inputs: DispatchInputs = {
      nowMs,
      lanes,
      lanesBusy: underWay.length,
      rewardVariance: rewardVariance(rewards),
      hurrying: isHurrying,
    };
    const looked = look(line, inputs);
    wakeAtMs = line.size > 0 ? looked.wakeAtMs : null;
    for (const flush of looked.flushes) {
      sent.push({ ...flush, atMs: nowMs });
      for (const request of flush.members) {
        line.delete(request.key);
        insertByEnd(underWay, { endMs: nowMs + request.delayMs, call: request });
      }
    }
  }
}

/** Kept in order of ending; of equal ends, the one that was sent first. */
function insertByEnd<T extends { readonly endMs: number }>(list: T[], item: T): void {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as T).endMs <= item.endMs) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, item);
}

/** The dispatcher's own decision, repeated until nothing more is due. */
export function lookBy(settings: DispatchSettings): Look {
  return (line, inputs) => {
    const left = new Map([...line.values()].map((request) => [request.key, request]));
    const flushes: Flush<SimulatedRequest>[] = [];
    let lanesBusy = inputs.lanesBusy;
    for (;;) {
      const flush = decideFlush(settings, left, { ...inputs, lanesBusy });
      if (flush === null) break;
      flushes.push(flush);
      lanesBusy += flush.members.length;
      for (const { key } of flush.members) left.delete(key);
    }
    return { flushes, wakeAtMs: lanesBusy < inputs.lanes ? dueAtMs(settings, left) : null };
  };
}
