import type { CallMessage, CallUsage } from '@/lib/domain/model-call';
import type { ToolDefinition } from '@/lib/domain/trajectory';

/** One model call as a span tells it, in no convention's words. A part that it does not say is empty or null. */
export interface ModelCall {
  /** System texts first, then the conversation. */
  readonly input: readonly CallMessage[];
  /** Usually one message of the assistant; an agent's whole span may hold several, and results between. */
  readonly output: readonly CallMessage[];
  readonly tools: readonly ToolDefinition[];
}

export interface CallNumbers {
  readonly model: string;
  readonly finish: string;
  readonly usage: CallUsage | null;
  readonly costUsd: number | null;
}
