import { parsedObject } from '@/lib/dialects/read-json';
import type { ReplyStream } from '@/lib/dialects/reply-stream';
import type { JsonObject } from '@/lib/domain/json';
import { AppError } from '@/lib/errors/app-error';
import { addressRefusal } from '@/server/adapters/error-causes';
import type { UpstreamReply } from '@/server/adapters/upstream';
import { logOf } from '@/server/observability/log';
import type { CallCost, CallFault, EndedCall } from '@/server/repositories/agent-calls';
import type { LiveAttempt } from './live-attempt';
import type { ProxyParts } from './proxy-parts';
import { amountOf, NOTHING_USED, usedCost } from './reservation';
import type { SentCall } from './send-call';

/**
 * The reply of a call that was sent: forwarded as it comes, read on the way, and written down at its end. An agent that
 * hangs up does not stop it: what the provider then still counts is the bill.
 */
interface CameBack {
  readonly status: EndedCall['status'];
  readonly httpStatus: number | null;
  readonly fault: CallFault | null;
  readonly cost: CallCost;
  readonly reply: JsonObject | null;
}

const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = new TextEncoder().encode(': keep-alive\n\n');
const REPLY_BYTES_MAX = 64_000_000;

/** True where the whole reply reached the agent, as far as this process can know. Never rejects. */
export async function passOn(parts: ProxyParts, attempt: LiveAttempt, call: SentCall): Promise<boolean> {
  const { clock, bodies } = parts;
  const { reply, waitedMs, startedMs, firstByteMs } = call;
  const came =
    reply === null
      ? unanswered(call)
      : await answered(call, reply).catch((fault: unknown) => unreadable(call, reply, fault));
  attempt.book.settle(call.amount, amountOf(came.cost));
  const limited = reply?.status === 429;
  call.permit?.release({ tokens: came.cost.tokensIn + came.cost.tokensOut, limited });
  const place = { ...attempt.name, ordinal: call.ordinal };
  const ended: EndedCall = {
    ...{ ...place, ...came.cost, status: came.status, httpStatus: came.httpStatus, fault: came.fault },
    endedAt: new Date(clock.nowMs()),
    firstByteMs: reply === null ? null : Math.round(firstByteMs),
    delayMs: Math.round(clock.monotonicMs() - startedMs - waitedMs),
    reply: came.reply && bodies.seal(JSON.stringify(came.reply), { ...place, part: 'reply' }),
  };
  // Where the database is away the row keeps its reservation.
  await Promise.allSettled([parts.writeEnded(ended)]);
  return came.status === 'answered';
}

/** A request that never left costs nothing; one without an answer may have been worked on. */
function unanswered({ output, reader, cost, error }: SentCall): CameBack {
  const isRefused = addressRefusal(error) !== null;
  const message = AppError.is(error) ? error.userMessage : 'The provider cannot be reached.';
  const status = isRefused ? 403 : 502;
  const body = JSON.stringify(reader.refusal(status, 'provider_unreachable', message));
  output.tell({ status, headers: { 'content-type': 'application/json' } }, body);
  const mayBePaid = AppError.is(error, 'MODEL_TIMED_OUT') || AppError.is(error, 'MODEL_UNAVAILABLE');
  const isUnsent = !mayBePaid || isConnectionRefused(error);
  return {
    ...{ status: 'failed', httpStatus: null, fault: 'provider', reply: null },
    cost: isUnsent ? NOTHING_USED : cost,
  };
}

/** A reply that no reader understands was paid for: it is charged at its reservation. */
function unreadable({ output, cost }: SentCall, { status }: UpstreamReply, err: unknown): CameBack {
  logOf('rollouts').error({ err }, 'A reply of a provider cannot be read.');
  output.end(true);
  return { status: 'cut', httpStatus: status, fault: 'provider', cost, reply: null };
}

async function answered(call: SentCall, reply: UpstreamReply): Promise<CameBack> {
  if (reply.status === 404) return notFound(call, reply);
  const stream = reply.status < 300 ? call.stream : null;
  call.output.begin({ status: reply.status, headers: headersFor(reply, stream !== null) });
  return stream === null ? inOnePiece(call, reply) : streamed(call, reply, stream);
}

/** A provider that knows the dialect says what it did not find; of any other one the agent's SDK could read nothing. */
async function notFound({ output, reader }: SentCall, reply: UpstreamReply): Promise<CameBack> {
  const bytes = await bytesOf(reply);
  const error = bytes && parsedObject(bytes.toString('utf8'))?.error;
  if (bytes !== null && typeof error === 'object' && error !== null) {
    output.begin({ status: 404, headers: headersFor(reply, false) });
    output.write(bytes);
    output.end();
  } else {
    const message = `The provider of this rollout does not speak the dialect ${reader.dialect}: choose one that does.`;
    const body = JSON.stringify(reader.refusal(404, 'dialect_not_served', message));
    output.tell({ status: 404, headers: { 'content-type': 'application/json' } }, body);
  }
  return { status: 'failed', httpStatus: 404, fault: 'provider', cost: NOTHING_USED, reply: null };
}

async function inOnePiece({ output, reader, keep, cost, model }: SentCall, reply: UpstreamReply) {
  const bytes = await bytesOf(reply);
  const httpStatus = reply.status;
  if (bytes === null) {
    output.end(true);
    return { status: 'cut', httpStatus, fault: 'provider', cost, reply: null } as const;
  }
  const body = parsedObject(bytes.toString('utf8'));
  const isAnswer = httpStatus < 300 && body !== null;
  if (isAnswer) keep?.(body);
  output.write(bytes);
  output.end();
  if (!isAnswer)
    return { status: 'failed', httpStatus, fault: 'provider', cost: NOTHING_USED, reply: null } as const;
  const { usage } = reader.readReply(body);
  const isLost = !output.isAwaited && !output.isDelivered;
  return {
    ...({ status: isLost ? 'cut' : 'answered', httpStatus, fault: isLost ? 'leftByAgent' : null } as const),
    ...{ cost: usage === null ? cost : usedCost(model, usage), reply: body },
  };
}

async function streamed(
  { output, keep, cost, model }: SentCall,
  reply: UpstreamReply,
  stream: ReplyStream,
): Promise<CameBack> {
  let isKept = false;
  const forward = (pieces: readonly Uint8Array[]) => {
    if (stream.isWhole && !isKept) {
      keep?.(stream.body());
      isKept = true;
    }
    for (const bytes of pieces) output.write(bytes);
  };
  const alive = setInterval(() => {
    if (stream.isBetweenBlocks) output.write(KEEP_ALIVE);
  }, KEEP_ALIVE_MS);
  try {
    let size = 0;
    for await (const chunk of reply.body) {
      size += chunk.byteLength;
      if (size > REPLY_BYTES_MAX) break;
      forward(stream.push(chunk));
    }
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

function isConnectionRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'UND_ERR_CONNECT_TIMEOUT';
}
