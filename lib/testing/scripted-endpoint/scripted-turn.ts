import { pieces } from '@/lib/dialects/stream-pieces';
import type { JsonObject } from '@/lib/domain/json';
import type { Dialect } from '@/lib/domain/trajectory';

/** One answer of a scripted model, in no dialect's words. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly reasoning?: string;
  /** Several are parallel calls of one answer. */
  readonly calls?: readonly { readonly name: string; readonly input: JsonObject }[];
  /** Absent = a quarter of the characters. */
  readonly usage?: Partial<ScriptedUsage>;
  /** The answer ended at the limit on output. */
  readonly isCutAtLimit?: boolean;
}

export interface ScriptedUsage {
  /** Cached tokens are part of these. */
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
}

/** The same answer with and without streaming. */
export interface WireReply {
  readonly body: JsonObject;
  /** Server-sent events as texts, the last one included. */
  readonly events: readonly string[];
  readonly usage: ScriptedUsage;
}

export interface WireRequest {
  /** 1 for the first call of the endpoint; part of every id, so no id comes twice. */
  readonly ordinal: number;
  readonly body: JsonObject;
  readonly turn: ScriptedTurn;
}

export type WriteReply = (request: WireRequest) => WireReply;

/** Characters of what the model reads and writes, divided by four: the same for the same words, and never zero. */
export function usageOf({ body, turn }: WireRequest): ScriptedUsage {
  const { messages, input, instructions, system, tools } = body;
  const read = JSON.stringify([messages, input, instructions, system, tools]);
  const written = [
    turn.text,
    turn.reasoning,
    ...(turn.calls ?? []).map(({ input }) => JSON.stringify(input)),
  ];
  return {
    tokensIn: Math.ceil(read.length / 4),
    tokensOut: Math.ceil(written.join('').length / 4) + 1,
    tokensCached: 0,
    ...turn.usage,
  };
}

/** Characters of a streamed delta. */
export const PIECE_LENGTH = 9;

export const piecesOf = (text: string) => pieces(text, PIECE_LENGTH);

/** Ids that an endpoint gives to the calls of one answer. */
export const callId = (dialect: Dialect, ordinal: number, index: number) =>
  `${dialect === 'anthropicMessages' ? 'toolu' : 'call'}_${ordinal}_${index}`;

export const CREATED_SECONDS = 1_767_225_600;
