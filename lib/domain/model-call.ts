import type { JsonValue } from './json';
import type { ToolCall, ToolDefinition, ToolResult } from './trajectory';

/**
 * One model call in no dialect's words, as a dialect reads it from a request and its reply. Texts are whole; parts that
 * are not text are named: "[image]".
 */
export interface CallMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ToolCall[];
  /** Set where the role is `tool`. */
  readonly result?: ToolResult;
  /** Id by which a later request may refer to this message. */
  readonly itemId?: string;
}

export interface ReadRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly system: readonly string[];
  readonly messages: readonly CallMessage[];
  readonly tools: readonly ToolDefinition[];
  /** Null = the agent set no limit. */
  readonly outputMax: number | null;
  /** Temperature and other sampling settings, as the agent wrote them. */
  readonly settings: Readonly<Record<string, JsonValue>>;
  /** Earlier conversation that the request continues where its body does not hold the whole conversation. */
  readonly refersTo: {
    readonly kind: 'response' | 'conversation' | 'thread';
    readonly id: string;
  } | null;
  readonly itemReferences: readonly string[];
}

export interface CallUsage {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
}

export interface ReadReply {
  readonly id: string | null;
  readonly message: CallMessage;
  /** As the provider named it; empty = not known. */
  readonly finish: string;
  /** Null = the provider counted nothing. */
  readonly usage: CallUsage | null;
  readonly itemIds: readonly string[];
}

/** `sent` = no end is known, as after a crash. `stray` = unsigned by the rollout, or after its end. */
export type CallStatus = 'sent' | 'answered' | 'cut' | 'failed' | 'refused' | 'stray';
