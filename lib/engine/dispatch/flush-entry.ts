import type { FlushEntry } from '@/lib/domain/flush';
import type { DispatchSettings } from '@/lib/domain/scheduling';
import type { Journal } from '@/lib/ports/journal';
import { bucketOf, type DispatchInputs, type Flush, type WaitingRequest } from './decide-flush';

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
    await journal.log?.({ iteration, kind: FLUSH_KIND, value: entry });
    return null;
  } catch (fault) {
    return { fault };
  }
}
