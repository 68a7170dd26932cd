import type { TraceSource } from '@/lib/domain/collected-trace';
import type { OtlpEncoding } from '@/lib/traces/otlp/decode-request';
import type { ReceivedPart } from '@/server/repositories/trace-parts';

/** Messages between the flag server and the threads that read what senders of traces posted. */
export const TRACE_DOORS = ['traces', 'logs', 'openai-agents'] as const;
export type TraceDoor = (typeof TRACE_DOORS)[number];

/** Policy of a workspace: the parts of traces that it keeps. */
export interface KeepingPolicy {
  readonly privacy: 'mask' | 'drop' | 'refuse';
  readonly keepsContent: boolean;
}

export interface ReceiveWork {
  /** The gateway hands over requests of its own; no sender reaches it by a door. */
  readonly door: TraceDoor | 'gateway';
  readonly encoding: OtlpEncoding;
  readonly isGzip: boolean;
  readonly body: Uint8Array;
  readonly policy: KeepingPolicy;
  readonly workspaceId: string;
}

export interface Received {
  readonly source: TraceSource;
  readonly parts: readonly ReceivedPart[];
  readonly records: number;
  /** Left out: unreadable, or dropped by the policy. */
  readonly rejected: number;
  /** Body of the answer once the parts are stored. */
  readonly answer: Uint8Array;
}

/** Bad data, which the sender must not send again as it is. */
export interface Refused {
  readonly code: 'INPUT_INVALID' | 'BODY_TOO_LARGE';
  readonly message: string;
}

export type ReceiveResult =
  | { readonly ok: true; readonly received: Received }
  | { readonly ok: false; readonly refused: Refused };
