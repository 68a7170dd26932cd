import type { JsonObject } from '@/lib/domain/json';
import { AppError } from '@/lib/errors/app-error';
import type { CallAmount } from '@/lib/evaluation/rollout-book';
import { parsedJson } from '@/server/adapters/agents/read-outcome';
import { addressRefusal } from '@/server/adapters/attempt-fault';
import type { Upstream, UpstreamReply } from '@/server/adapters/upstream';
import type { CallCost, CallFault, EndedCall } from '@/server/repositories/agent-calls';
import type { LiveAttempt } from './live-attempt';
import { callProvider } from './provider-call';
import type { ProxyParts, StartingCall } from './proxy-parts';
import { amountOf, NOTHING_USED, usedCost } from './reservation';

/**
 * The reply of a call that was sent: forwarded as it comes, read on the way, and written down at its end. An agent that
 * hangs up does not stop it: what the provider then still counts is the bill.
 */
export interface SentCall extends StartingCall {
  readonly upstream: Upstream;
  readonly sent: { readonly text: string };
  readonly expanded: JsonObject;
  readonly amount: CallAmount;
  /** The reservation. */
  readonly cost: CallCost;
}

interface CameBack {
  readonly status: EndedCall['status'];
  readonly httpStatus: number | null;
  readonly fault: CallFault | null;
  readonly cost: CallCost;
  readonly reply: JsonObject | null;
}

const PATHS = {
  openaiChat: '/chat/completions',
  openaiResponses: '/responses',
  anthropicMessages: '/messages',
} as const;
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = new TextEncoder().encode(': keep-alive\n\n');
const REPLY_BYTES_MAX = 64_000_000;

/** True where the whole reply reached the agent, as far as this process can know. Never rejects. */
export async function passOn(parts: ProxyParts, attempt: LiveAttempt, call: SentCall): Promise<boolean> {
  const { clock, bodies } = parts;
  const startedMs = clock.monotonicMs();
  const signal = new AbortController().signal;
  const { reply, error, waitedMs } = await callProvider({
    ...{ upstream: call.upstream, path: PATHS[call.dialect], body: call.sent.text, signal },
  });
  const firstByteMs = clock.monotonicMs() - startedMs;
  const came = reply === null ? unanswered(call, error) : await answered(attempt, call, reply);
  attempt.book.settle(call.amount, amountOf(came.cost));
  const place = { ...attempt.name, ordinal: call.ordinal };
  const ended: EndedCall = {
    ...{ ...place, ...came.cost, status: came.status, httpStatus: came.httpStatus, fault: came.fault },
    endedAt: new Date(clock.nowMs()),
    firstByteMs: reply === null ? null : Math.round(firstByteMs),
    delayMs: Math.round(clock.monotonicMs() - startedMs - waitedMs),
    reply: came.reply && bodies.seal(JSON.stringify(came.reply), { ...place, part: 'reply' }),
  };
  const waitMs = Math.round(waitedMs);
  const written = [parts.writeEnded(ended), ...(waitMs > 0 ? [parts.hear({ ...attempt.name, waitMs })] : [])];
  // Where the database is away the row keeps its reservation.
  await Promise.allSettled(written);
  return came.status === 'answered';
}

/** A request that never left costs nothing; one without an answer may have been worked on. */
function unanswered({ output, reader, cost }: SentCall, error: unknown): CameBack {
  const isRefused = addressRefusal(error) !== null;
  const message = AppError.is(error) ? error.userMessage : 'The provider cannot be reached.';
  const status = isRefused ? 403 : 502;
  const body = JSON.stringify(reader.refusal(status, 'provider_unreachable', message));
  output.tell({ status, headers: { 'content-type': 'application/json' } }, body);
  const isUnsent = isRefused || isConnectionRefused(error);
  return {
    ...{ status: 'failed', httpStatus: null, fault: 'provider', reply: null },
    cost: isUnsent ? NOTHING_USED : cost,
  };
}

async function answered(attempt: LiveAttempt, call: SentCall, reply: UpstreamReply): Promise<CameBack> {
  const { output, asked } = call;
  const isStream = reply.status < 300 && asked.stream === true;
  output.begin({ status: reply.status, headers: headersFor(reply, isStream) });
  return isStream ? streamed(attempt, call, reply) : inOnePiece(attempt, call, reply);
}

async function inOnePiece(attempt: LiveAttempt, call: SentCall, reply: UpstreamReply): Promise<CameBack> {
  const { output, reader, asked, expanded, cost, model } = call;
  const bytes = await bytesOf(reply);
  const httpStatus = reply.status;
  if (bytes === null) {
    output.end(true);
    return { status: 'cut', httpStatus, fault: 'provider', cost, reply: null };
  }
  const body = objectOf(bytes);
  const isAnswer = httpStatus < 300 && body !== null;
  if (isAnswer) reader.keep(attempt.seen, { asked, expanded, reply: body });
  output.write(bytes);
  output.end();
  if (!isAnswer) return { status: 'failed', httpStatus, fault: 'provider', cost: NOTHING_USED, reply: null };
  const { usage } = reader.readReply(body);
  const isLost = !output.isAwaited && !output.isDelivered;
  return {
    ...{ status: isLost ? 'cut' : 'answered', httpStatus, fault: isLost ? 'leftByAgent' : null },
    ...{ cost: usage === null ? cost : usedCost(model, usage), reply: body },
  };
}

async function streamed(attempt: LiveAttempt, call: SentCall, reply: UpstreamReply): Promise<CameBack> {
  const { output, reader, asked, expanded, cost, model } = call;
  const stream = reader.stream(asked);
  let isKept = false;
  const forward = (pieces: readonly Uint8Array[]) => {
    if (stream.isWhole && !isKept) {
      reader.keep(attempt.seen, { asked, expanded, reply: stream.body() });
      isKept = true;
    }
    for (const bytes of pieces) output.write(bytes);
  };
  const alive = setInterval(() => {
    if (stream.isBetweenBlocks) output.write(KEEP_ALIVE);
  }, KEEP_ALIVE_MS);
  try {
    for await (const chunk of reply.body) forward(stream.push(chunk));
  } catch {
    // The provider broke off: what came is charged below, and the agent's connection breaks off too.
  }
  clearInterval(alive);
  const ended = stream.end();
  forward(ended.forward);
  output.end(!ended.whole && ended.error === null);
  const isLost = !output.isAwaited && !output.isDelivered;
  const { usage } = ended.reply;
  return {
    ...{ status: ended.whole && !isLost ? 'answered' : 'cut', httpStatus: reply.status, reply: ended.body },
    fault: ended.whole ? (isLost ? 'leftByAgent' : null) : 'provider',
    cost: usage === null || !ended.whole ? cost : usedCost(model, usage),
  };
}

const PASSED_ON = ['content-type', 'x-request-id', 'request-id', 'retry-after', 'retry-after-ms'];

function headersFor({ headers }: UpstreamReply, isStream: boolean): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), ...(isStream ? { 'cache-control': 'no-store' } : {}) };
}

/** Null where it broke off or is longer than any reply. */
async function bytesOf(reply: UpstreamReply): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of reply.body) {
      size += part.byteLength;
      if (size > REPLY_BYTES_MAX) return null;
      parts.push(part);
    }
  } catch {
    return null;
  }
  return Buffer.concat(parts);
}

function objectOf(bytes: Buffer): JsonObject | null {
  const value = parsedJson(bytes.toString('utf8'));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

function isConnectionRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'UND_ERR_CONNECT_TIMEOUT';
}
