import type { JsonObject } from '@/lib/domain/json';
import type { ReadReply } from '@/lib/domain/model-call';
import { parsedObject } from './read-json';
import { type SseBlock, SseSplitter } from './sse-splitter';

/** Makes of the events of a stream the body that the same reply has without streaming. */
export interface Assembler {
  take(event: JsonObject, data: string): void;
  body(): JsonObject;
  /** The reply ended as the dialect ends a reply. */
  isWhole(): boolean;
}

export interface EndedStream {
  /** Bytes that are still to be forwarded. */
  readonly forward: readonly Uint8Array[];
  readonly reply: ReadReply;
  readonly body: JsonObject;
  /** False = cut, or ended by an error of the provider. */
  readonly whole: boolean;
  /** The event by which the provider ended the stream with an error. */
  readonly error: string | null;
}

/**
 * A streamed reply on its way to the agent. Bytes are forwarded as they came and when they came; only where a block has to
 * be taken out, bytes wait for the end of their block.
 */
export class ReplyStream {
  readonly #splitter = new SseSplitter();
  #error: string | null = null;

  /** @param isTakenOut null = nothing is taken out */
  constructor(
    private readonly assembler: Assembler,
    private readonly read: (body: JsonObject) => ReadReply,
    private readonly isTakenOut: ((event: JsonObject) => boolean) | null = null,
  ) {}

  /** True where an SSE comment may be sent to keep the connection open. */
  get isBetweenBlocks(): boolean {
    return this.#splitter.isBetweenBlocks;
  }

  /** Once true, `body` is what later requests may refer to: keep it before the last bytes are forwarded. */
  get isWhole(): boolean {
    return this.#error === null && this.assembler.isWhole();
  }

  body(): JsonObject {
    return this.assembler.body();
  }

  /** The bytes to forward, in order. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    const kept = this.#splitter.push(chunk).filter((block) => this.#take(block));
    return this.isTakenOut === null ? [chunk] : kept.map(({ bytes }) => bytes);
  }

  end(): EndedStream {
    const last = this.#splitter.end();
    const isKept = last !== null && this.#take(last);
    const body = this.body();
    return {
      forward: isKept && this.isTakenOut !== null ? [last.bytes] : [],
      reply: this.read(body),
      body,
      whole: this.isWhole,
      error: this.#error,
    };
  }

  /** False = the block is not for the agent. */
  #take({ event: name, data }: SseBlock): boolean {
    const event = parsedObject(data);
    if (event === null) {
      if (data !== '') this.assembler.take({}, data);
      return true;
    }
    if (isFailure(name, event)) this.#error ??= data;
    this.assembler.take(event, data);
    return this.isTakenOut?.(event) !== true;
  }
}

function isFailure(name: string, { type, error }: JsonObject): boolean {
  return name === 'error' || type === 'error' || type === 'response.failed' || (error ?? null) !== null;
}
