import type { JsonValue } from '@/lib/domain/json';
import type { CallStatus, ReadReply, ReadRequest } from '@/lib/domain/model-call';
import type { Dialect, StepMetrics } from '@/lib/domain/trajectory';

/** One model call as the recording proxy journaled it. */
export interface RecordedCall {
  /** Order of arrival within the rollout, from 0. */
  readonly ordinal: number;
  readonly dialect: Dialect;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly status: CallStatus;
  /** Null = no status line was sent. */
  readonly httpStatus: number | null;
  /** With the whole conversation, also where the body referred to earlier messages by id. */
  readonly request: ReadRequest;
  readonly reply: ReadReply | null;
  /** sha256 of the body as it arrived. */
  readonly digest: string;
  /** Ordinal of the call that this one repeats. */
  readonly retryOf: number | null;
  /** Model and sampling that the agent asked for, and those that were sent upstream. */
  readonly asked: Readonly<Record<string, JsonValue>>;
  readonly sent: Readonly<Record<string, JsonValue>>;
  readonly metrics: StepMetrics;
}
