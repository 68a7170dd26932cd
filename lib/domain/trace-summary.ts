import type { TraceSource } from './collected-trace';

/** A task and an answer are reflected upon, too, so they are cut late. In UTF-16 units. */
export const TRACE_TEXT_MAX = 20_000;

/** Columns of a trace that lists, filters and samples read; texts are cut. */
export interface TraceSummary {
  readonly id: string;
  readonly source: TraceSource;
  readonly service: string;
  readonly name: string;
  readonly agentName: string;
  readonly models: readonly string[];
  /** Names of the tools that the agent called. */
  readonly tools: readonly string[];
  readonly promptName: string | null;
  readonly promptVersion: string | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly exposureId: string | null;
  readonly task: string;
  readonly output: string;
  readonly error: string | null;
  /** Null = no record gave a time. */
  readonly startedAtMs: number | null;
  readonly durationMs: number | null;
  readonly steps: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly toolErrors: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Null = nothing said a price. */
  readonly costUsd: number | null;
  readonly taskHash: string;
  readonly unread: Readonly<Record<string, number>>;
}
