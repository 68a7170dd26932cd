import { NOTHING_SAID, readAnswer, readStream, type SaidAnswer } from '@/lib/canary/chat-answer';
import { listPriceUsd } from '@/lib/engine/calls/pricing';
import { AppError } from '@/lib/errors/app-error';
import type { Clock } from '@/lib/ports/clock';
import { type Upstream, type UpstreamReply, upstreamFault } from '@/server/adapters/upstream';
import type { MirroredSide } from '@/server/repositories/mirrored-requests';
import type { ServedModel } from '@/server/repositories/slot-view';

/**
 * One call to a provider: passed on to the caller byte by byte as it comes, and read on the way for the comparison. The
 * bytes that the caller gets are the provider's own. Knows no canary and no journal.
 */
export interface Side extends MirroredSide, Pick<SaidAnswer, 'text' | 'usage' | 'message'> {}

export interface GatewayCall {
  readonly upstream: Upstream;
  readonly model: ServedModel;
  readonly body: string;
  readonly isStream: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const CHAT = '/chat/completions';
/** Longest answer that is compared and kept in memory. */
const READ_BYTES_MAX = 8_000_000;

/** The answer in one piece, for the side without a waiting caller. Never rejects: a fault is the side's failure. */
export async function callForSide(call: GatewayCall): Promise<Side> {
  const startedMs = call.clock.monotonicMs();
  const done = (answer: Said) => sideOf(answer, call, startedMs);
  try {
    const reply = await call.upstream.post(CHAT, call.body, call.signal);
    const reader = readerOf(reply, call.isStream);
    for await (const chunk of reply.body) reader.take(chunk);
    return done(reader.end());
  } catch (error) {
    return done(lost(wordOf(error, call)));
  }
}

export interface PassedOn {
  readonly response: Response;
  /** The caller's answer, once it is known; never rejects. */
  readonly side: Promise<Side>;
}

/**
 * The same for the side of a waiting caller. A caller that goes away ends the call, unless another prompt answers
 * the same request: then both answers are waited for, and the caller's leaving favours neither.
 * @throws AppError where no answer begins; then `onLost` has been told what it counts as
 */
export async function callForCaller(
  call: GatewayCall,
  {
    isCompared,
    isKept = false,
    onGone,
    onLost,
  }: {
    readonly isCompared: boolean;
    /** The answer is kept: it is read at the pace of the caller, unless it is compared too. */
    readonly isKept?: boolean;
    readonly onGone: () => void;
    readonly onLost: (side: Side) => void;
  },
): Promise<PassedOn> {
  const startedMs = call.clock.monotonicMs();
  let reply: UpstreamReply;
  try {
    reply = await call.upstream.post(CHAT, call.body, call.signal);
  } catch (error) {
    onLost(sideOf(lost(wordOf(error, call)), call, startedMs));
    throw error;
  }
  const reader = isCompared || isKept ? readerOf(reply, call.isStream) : null;
  const { body, ended } = passOn(reply, reader, { isCompared, onGone, signal: call.signal });
  return {
    response: new Response(body, { status: reply.status, headers: headersFrom(reply.headers) }),
    side: ended.then((said) => sideOf(said, call, startedMs)),
  };
}

type Said = Pick<SaidAnswer, 'text' | 'usage' | 'message'> & { readonly failure: string | null };

/** So much waits here for a caller who reads slowly. */
const AHEAD_BYTES = 1_000_000;

/**
 * An answer that is compared is read as it comes, whatever the caller's pace, so that a slow reader does not lengthen the
 * answer's own time; any other, and what is too long to be compared, no faster than the caller takes it.
 */
function passOn(
  reply: UpstreamReply,
  reader: Reader | null,
  { isCompared, onGone, signal }: Pick<GatewayCall, 'signal'> & { isCompared: boolean; onGone: () => void },
) {
  let isGone = false;
  let goOn: () => void = () => undefined;
  let settle: (said: Said) => void = () => undefined;
  const ended = new Promise<Said>((resolve) => {
    settle = resolve;
  });
  const isPaced = () => !isGone && !(isCompared && reader?.isFull === false);
  const pump = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      for await (const chunk of reply.body) {
        if (!isGone) controller.enqueue(chunk);
        reader?.take(chunk);
        if (isPaced() && (controller.desiredSize ?? 1) <= 0)
          await new Promise<void>((resolve) => {
            goOn = resolve;
          });
      }
      settle(reader?.end() ?? lost('unread'));
      if (!isGone) controller.close();
    } catch (error) {
      const { message } = reader?.end() ?? lost('cutOff');
      settle({ ...lost(signal.aborted ? 'left' : 'cutOff'), message });
      // The caller sees the break where it happened: a whole answer cannot be made of half a one.
      if (!isGone) controller.error(upstreamFault(error));
    }
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        void pump(controller);
      },
      pull: () => goOn(),
      cancel() {
        isGone = true;
        goOn();
        onGone();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: AHEAD_BYTES }),
  );
  return { body, ended };
}

interface Reader {
  /** Nothing more of it is kept. */
  readonly isFull: boolean;
  take(chunk: Uint8Array): void;
  end(): Said;
}

function readerOf({ status, headers }: UpstreamReply, isStream: boolean): Reader {
  if (status >= 400) return { isFull: true, take: () => undefined, end: () => lost(`http${status}`) };
  const decoder = new TextDecoder();
  const isEvents = isStream && (headers.get('content-type') ?? '').includes('text/event-stream');
  const stream = isEvents ? readStream() : null;
  let whole = '';
  let size = 0;
  return {
    get isFull() {
      return size > READ_BYTES_MAX;
    },
    take(chunk) {
      size += chunk.byteLength;
      if (size > READ_BYTES_MAX) return;
      const text = decoder.decode(chunk, { stream: true });
      if (stream) stream.take(text);
      else whole += text;
    },
    end() {
      if (size > READ_BYTES_MAX) return lost('tooLong');
      return stream ? stream.end() : readAnswer(whole);
    },
  };
}

function sideOf(said: Said, { model, clock }: GatewayCall, startedMs: number): Side {
  const latencyMs = clock.monotonicMs() - startedMs;
  return { ...said, latencyMs, costUsd: said.usage === null ? null : listPriceUsd(model, said.usage) };
}

const lost = (failure: string): Said => ({ text: '', usage: null, failure, message: NOTHING_SAID });

function wordOf(error: unknown, { signal }: GatewayCall): string {
  // The signal of a second answer is its time limit, that of a caller their leaving.
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timedOut';
  if (signal.aborted) return 'left';
  const fault = AppError.is(error) ? error : upstreamFault(error);
  return fault.code === 'MODEL_TIMED_OUT' ? 'timedOut' : 'unavailable';
}

/** Headers that tell the caller something of the answer; all others are between this server and the provider. */
const PASSED_HEADERS =
  /^(content-type|retry-after(-ms)?|x-request-id|x-should-retry|x-ratelimit-.+|openai-.+)$/;

function headersFrom(given: Headers): Headers {
  // No proxy on the way may hold back or compress events.
  const headers = new Headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });
  for (const [name, value] of given) if (PASSED_HEADERS.test(name)) headers.set(name, value);
  return headers;
}
