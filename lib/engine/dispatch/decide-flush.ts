import type { DispatchSettings, FlushReason } from '@/lib/domain/scheduling';

/**
 * The dispatch policy as a pure decision: given what waits and what the outside says at one moment, which requests go
 * out together now, and why. It never decides which reflections form a group or an iteration (rulings J2), and knows
 * neither calls nor clocks: the moment comes in as a number.
 */
export interface WaitingRequest {
  readonly key: string;
  readonly arrivedMs: number;
  readonly promptTokens: number;
  /** Prompt and answer together: what the token budget is filled with. */
  readonly tokens: number;
}

/** Waiting requests, oldest first. */
export interface WaitingLine<R extends WaitingRequest> {
  readonly size: number;
  values(): Iterable<R>;
}

/** Inputs that the policy reads from outside; journaled with every flush. */
export interface DispatchInputs {
  readonly nowMs: number;
  readonly lanes: number;
  readonly lanesBusy: number;
  /** Reward variance of the recent rollouts; null below eight of them. */
  readonly rewardVariance: number | null;
  /** A candidate of higher priority waits for this iteration to end. */
  readonly hurrying: boolean;
}

export interface Flush<R extends WaitingRequest> {
  readonly reason: FlushReason;
  readonly members: readonly R[];
}

/** One batch, or null while nothing is due. Ask again after each batch: what is left may be due too. */
export function decideFlush<R extends WaitingRequest>(
  settings: DispatchSettings,
  line: WaitingLine<R>,
  inputs: DispatchInputs,
): Flush<R> | null {
  const oldest = oldestOf(line);
  // No more requests are sent than lanes are free: the rest waits here, where a request can still be cancelled.
  const room = inputs.lanes - inputs.lanesBusy;
  if (oldest === null || room < 1) return null;
  const reason = reasonToFlush(settings, { size: line.size, oldest }, inputs);
  return reason === null ? null : { reason, members: packBatch(settings, line, { oldest, room }) };
}

/** The moment at which waiting alone makes the oldest due; null when nothing waits or waiting has no limit. */
export function dueAtMs<R extends WaitingRequest>(
  { maxWaitMs }: DispatchSettings,
  line: WaitingLine<R>,
): number | null {
  const oldest = oldestOf(line);
  return oldest === null || maxWaitMs === null ? null : oldest.arrivedMs + maxWaitMs;
}

/** The first that holds is the one that is recorded, in this order. */
function reasonToFlush(
  settings: DispatchSettings,
  { size, oldest }: { readonly size: number; readonly oldest: WaitingRequest },
  { nowMs, lanes, lanesBusy, rewardVariance, hurrying }: DispatchInputs,
): FlushReason | null {
  const { queueTarget, maxWaitMs, utilisationFloor, rewardVarianceFloor } = settings;
  if (hurrying) return 'preempted';
  if (queueTarget !== null && size >= queueTarget) return 'queue';
  if (maxWaitMs !== null && nowMs - oldest.arrivedMs >= maxWaitMs) return 'wait';
  // Idle lanes never stand beside waiting requests; a lone call always finds them idle.
  if (utilisationFloor !== null && lanesBusy < utilisationFloor * lanes) return 'utilisation';
  if (rewardVarianceFloor !== null && rewardVariance !== null && rewardVariance < rewardVarianceFloor) {
    return 'rewardVariance';
  }
  // New requests follow from answers. With none under way, nothing would come to fill the batch.
  return lanesBusy === 0 ? 'drain' : null;
}

/**
 * First fit within the oldest one's length bucket: requests of one length end together, so that none holds up the
 * rest of its batch. The oldest always goes, hence alone where it is larger than the whole budget.
 */
function packBatch<R extends WaitingRequest>(
  { lengthBuckets, tokenBudget }: DispatchSettings,
  line: WaitingLine<R>,
  { oldest, room }: { readonly oldest: R; readonly room: number },
): readonly R[] {
  const bucket = bucketOf(lengthBuckets, oldest.promptTokens);
  const batch: R[] = [];
  let tokensLeft = tokenBudget;
  for (const request of line.values()) {
    if (batch.length === room) break;
    const fits = batch.length === 0 || request.tokens <= tokensLeft;
    if (!fits || bucketOf(lengthBuckets, request.promptTokens) !== bucket) continue;
    batch.push(request);
    tokensLeft -= request.tokens;
  }
  return batch;
}

/** How many of the rising bounds the prompt passes; a prompt exactly at a bound belongs below it. */
export function bucketOf(bounds: readonly number[], promptTokens: number): number {
  return bounds.filter((bound) => promptTokens > bound).length;
}

function oldestOf<R extends WaitingRequest>(line: WaitingLine<R>): R | null {
  for (const request of line.values()) return request;
  return null;
}
