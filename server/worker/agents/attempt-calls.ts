import type { RolloutLimits } from '@/lib/domain/agent';
import type { RecordedCall } from '@/lib/trajectory/recorded-call';

/** Calls of an attempt as the recording proxy kept them; none until there is a proxy. */
export interface AttemptCalls {
  readonly calls: readonly RecordedCall[];
  /** The limit over which one was refused. */
  readonly refusedBy: keyof RolloutLimits | null;
}

export async function attemptCalls(): Promise<AttemptCalls> {
  return { calls: [], refusedBy: null };
}
