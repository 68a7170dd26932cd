import type { JsonValue } from '@/lib/domain/json';
import type { DispatchSettings, FlushReason } from '@/lib/domain/scheduling';
import type { Journal } from '@/lib/ports/journal';
import { bucketOf, type DispatchInputs, type Flush, type WaitingRequest } from './decide-flush';

/**
 * A flush as the journal's log keeps it: its requests, the policy's inputs, its trigger and time. With the pinned
 * settings this is enough to check the decision.
 */
export interface FlushEntry {
  /** Counts the flushes of one process from 0. */
  readonly number: number;
  readonly members: readonly FlushMember[];
  readonly inputs: {
    readonly queued: number;
    /** Requests that had come by then in this process, sent and waiting. */
    readonly arrivals: number;
    readonly oldestWaitMs: number;
    readonly lanesBusy: number;
    readonly lanes: number;
    readonly rewardVariance: number | null;
    readonly hurrying: boolean;
  };
  readonly reason: FlushReason;
  readonly atMs: number;
}

export interface FlushMember {
  readonly key: string;
  /** When it came to wait. */
  readonly atMs: number;
  /** Its place among all arrivals of its process, which tells apart what came in one millisecond. */
  readonly arrival: number;
  readonly promptTokens: number;
  /** Prompt and answer together. */
  readonly tokens: number;
  readonly bucket: number;
}

/** The kind under which the journal's log keeps flushes. */
export const FLUSH_KIND = 'flush';

export interface NumberedRequest extends WaitingRequest {
  readonly arrival: number;
}

export interface LineSeen {
  readonly number: number;
  readonly arrivals: number;
  readonly queued: number;
  readonly oldestMs: number;
}

export function describeFlush(
  { lengthBuckets }: DispatchSettings,
  { reason, members }: Flush<NumberedRequest>,
  seen: { readonly inputs: DispatchInputs; readonly line: LineSeen },
): FlushEntry {
  const { nowMs, ...inputs } = seen.inputs;
  const { number, arrivals, queued, oldestMs } = seen.line;
  return {
    number,
    members: members.map(({ key, arrivedMs, arrival, promptTokens, tokens }) => ({
      key,
      atMs: arrivedMs,
      arrival,
      promptTokens,
      tokens,
      bucket: bucketOf(lengthBuckets, promptTokens),
    })),
    inputs: { ...inputs, queued, arrivals, oldestWaitMs: nowMs - oldestMs },
    reason,
    atMs: nowMs,
  };
}

/** Resolves when the flush is durable; a fault is given back rather than thrown, since several callers wait for it. */
export async function logFlush(
  journal: Pick<Journal, 'log'>,
  iteration: number,
  entry: FlushEntry,
): Promise<{ readonly fault: unknown } | null> {
  try {
    await journal.log?.({ iteration, kind: FLUSH_KIND, value: entry as unknown as JsonValue });
    return null;
  } catch (fault) {
    return { fault };
  }
}
