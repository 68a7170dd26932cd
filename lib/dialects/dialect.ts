import type { InjectionWay } from '@/lib/domain/agent';
import type { JsonObject } from '@/lib/domain/json';
import type { ReadReply, ReadRequest } from '@/lib/domain/model-call';
import type { Dialect } from '@/lib/domain/trajectory';
import type { ReplyStream } from './reply-stream';
import type { SeenConversations } from './seen-conversations';

/**
 * What the recording proxy needs of a dialect: bodies in, bodies and records out. A body that is changed is a new object;
 * fields that a function does not name keep their values, known or not.
 *
 * Order for one call: `expand`, `inject`, `readRequest` and the proof, `asSent`; then `readReply` or `stream`, and `keep`.
 */
export interface DialectReader {
  readonly dialect: Dialect;
  /**
   * Each text is in the result once: `system` has what precedes the conversation, `messages` the rest. After `expand` the
   * conversation is whole.
   * @throws AppError INPUT_INVALID
   */
  readRequest(body: JsonObject): ReadRequest;
  inject(body: JsonObject, components: readonly InjectedComponent[]): JsonObject;
  asSent(body: JsonObject, pinned: PinnedCall): JsonObject;
  /**
   * Replaces references to earlier turns and items by what they refer to, for the record, the proof and upstreams that do
   * not know the id. Without `seen`, requests that hold only a part of their conversation are refused.
   */
  expand(body: JsonObject, seen: SeenConversations | null): Expanded;
  /**
   * Remembers a reply that was delivered whole, under every id by which a later request may refer to it. Null = requests of
   * this dialect refer to nothing.
   */
  readonly keep: ((seen: SeenConversations, call: AnsweredCall) => void) | null;
  readReply(body: JsonObject): ReadReply;
  /** @param asked the agent's own body, before `asSent` */
  stream(asked: JsonObject): ReplyStream;
  /** An error in the dialect's own shape. */
  refusal(status: number, code: string, message: string): JsonObject;
}

export interface InjectedComponent {
  readonly name: string;
  readonly way: InjectionWay;
  readonly text: string;
}

/** Settings that the experiment pins. Absent = the agent's own value is kept; null = no value is sent. */
export interface PinnedCall {
  readonly model: string;
  readonly temperature?: number | null;
  readonly topP?: number | null;
  /** Only the chat dialect has a seed. */
  readonly seed?: number | null;
  /** Cap on output tokens, and the value where the agent names none. */
  readonly outputMax?: number;
  /** Name of the limit where a chat body names none: newer models refuse `max_tokens`, most other servers know only that. */
  readonly chatLimitName?: 'max_tokens' | 'max_completion_tokens';
}

export type Expanded = { readonly ok: true; readonly body: JsonObject } | ({ readonly ok: false } & Refusal);

export interface Refusal {
  readonly status: number;
  readonly body: JsonObject;
}

export interface AnsweredCall {
  readonly asked: JsonObject;
  /** After `expand`, before `inject`: a later turn is injected afresh. */
  readonly expanded: JsonObject;
  /** The reply's body; for a stream, the body that was assembled. */
  readonly reply: JsonObject;
}
