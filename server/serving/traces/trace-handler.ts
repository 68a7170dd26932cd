import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import type { OtlpEncoding } from '@/lib/traces/otlp/decode-request';
import { HttpFault } from '@/server/http/http-fault';
import { readBytes } from '@/server/http/read-body';
import { metrics } from '@/server/observability/metrics';
import type { ReceivedParts } from '@/server/repositories/trace-parts';
import type { Answer, Asking } from '../exchange';
import type { ReceiveThreads } from './receive-threads';
import { type KeepingPolicy, TRACE_DOORS, type TraceDoor } from './receive-work';
import { bytesAnswer, faultAnswer, refusalAnswer } from './trace-answer';

/**
 * Doors of senders of traces: /otlp/v1/traces, /otlp/v1/logs and /otlp/v1/openai-agents, with a key of the workspace that has
 * the scope `traces:write`. A request is answered with 200 once its records are durable.
 */
export interface TraceDoors {
  readonly admit: (asking: Asking) => Promise<Actor>;
  readonly policyOf: (workspaceId: string) => Promise<KeepingPolicy>;
  readonly threads: ReceiveThreads;
  readonly save: (received: ReceivedParts) => Promise<void>;
}

/** As it is sent, packed or not. Exporters send at most 512 spans at once. */
export const BODY_BYTES_MAX = 32_000_000;
/** Over all requests that are under way: the memory that senders can take. */
export const UNDER_WAY_BYTES_MAX = 96_000_000;

export function makeTraceHandler(doors: TraceDoors) {
  let underWay = 0;

  async function reserved(asking: Asking, work: () => Promise<Answer>): Promise<Answer> {
    const bytes = declaredBytes(asking);
    if (underWay + bytes > UNDER_WAY_BYTES_MAX)
      throw new AppError('RATE_LIMITED', 'Too many traces arrive at once. Send them again.', {
        retryAfterMs: 1_000,
      });
    underWay += bytes;
    return work().finally(() => {
      underWay -= bytes;
    });
  }

  return async (asking: Asking): Promise<Answer> => {
    const name = /^\/otlp\/v1\/([a-z-]+)$/.exec(new URL(asking.url).pathname)?.[1];
    const door = TRACE_DOORS.find((one) => one === name);
    const encoding = encodingOf(asking) ?? 'json';
    if (door === undefined)
      return refusalAnswer(encoding, {
        status: 404,
        message: `Traces go to /otlp/v1/ and ${TRACE_DOORS.join(', ')}.`,
      });
    const given = await answer(doors, door, asking, reserved).catch((error: unknown) =>
      faultAnswer(encoding, error),
    );
    metrics().traceRequests.inc({ door, status: String(given.status) });
    return given;
  };
}

type Reserved = (asking: Asking, work: () => Promise<Answer>) => Promise<Answer>;

async function answer(
  doors: TraceDoors,
  door: TraceDoor,
  asking: Asking,
  reserved: Reserved,
): Promise<Answer> {
  if (asking.method !== 'POST') {
    const told = { status: 405, message: 'This address takes POST only.' };
    return refusalAnswer(encodingOf(asking) ?? 'json', told);
  }
  const { workspaceId } = await doors.admit(asking);
  const encoding = encodingOf(asking);
  if (encoding === null || (door === 'openai-agents' && encoding !== 'json')) throw unsupported(door);
  const isGzip = isPacked(asking);
  return reserved(asking, async () => {
    const [policy, body] = await Promise.all([
      doors.policyOf(workspaceId),
      readBytes(asking, BODY_BYTES_MAX),
    ]);
    const received = await doors.threads.receive({ door, encoding, isGzip, body, policy, workspaceId });
    const { source, parts } = received;
    if (parts.length > 0) await doors.save({ workspaceId, source, parts });
    metrics().traceRecords.inc({ outcome: 'stored' }, received.records);
    metrics().traceRecords.inc({ outcome: 'rejected' }, received.rejected);
    return bytesAnswer(200, encoding, received.answer);
  });
}

function encodingOf({ headers }: Asking): OtlpEncoding | null {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return 'json';
  return type === 'application/x-protobuf' || type === 'application/protobuf' ? 'protobuf' : null;
}

function isPacked({ headers }: Asking): boolean {
  const encoding = (headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  if (encoding === 'gzip') return true;
  if (encoding === 'identity' || encoding === '') return false;
  throw new HttpFault(415, 'MEDIA_TYPE_UNSUPPORTED', 'Send the body with Content-Encoding gzip or none.', {
    'accept-encoding': 'gzip',
  });
}

/** A body without a length may be as long as any. */
function declaredBytes({ headers }: Asking): number {
  const declared = headers.get('content-length');
  const bytes = declared === null ? BODY_BYTES_MAX : Number(declared);
  if (bytes > BODY_BYTES_MAX)
    throw new AppError(
      'BODY_TOO_LARGE',
      `The body is larger than ${BODY_BYTES_MAX / 1e6} MB. Send smaller batches.`,
    );
  return bytes;
}

function unsupported(door: TraceDoor): HttpFault {
  const types = door === 'openai-agents' ? 'application/json' : 'application/json or application/x-protobuf';
  return new HttpFault(
    415,
    'MEDIA_TYPE_UNSUPPORTED',
    `Send the body as ${types}, and say so in Content-Type.`,
  );
}
