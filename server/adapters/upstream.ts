import { Agent, errors, request as send } from 'undici';
import { AppError } from '@/lib/errors/app-error';
import { logOf } from '@/server/observability/log';
import { guardedConnector } from './address-guard';
import { addressRefusal } from './error-causes';

/**
 * A provider as the gateway passes requests on to it: one try, the answer as it comes, byte by byte, whatever its status.
 * Through the address guard, and no redirect is followed (rulings S2). Separate from the pool and limiter of runs: an
 * end user waits for this answer, and a run does not. Knows no prompts and no canaries.
 */
export interface UpstreamSettings {
  readonly id: string;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Until the first byte, and between two of them. */
  readonly timeoutMs: number;
}

export interface UpstreamReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface Upstream {
  /** @throws AppError MODEL_UNAVAILABLE, MODEL_TIMED_OUT or ADDRESS_REFUSED; the signal's reason when it aborts */
  post(path: string, body: string, signal: AbortSignal): Promise<UpstreamReply>;
  close(): Promise<void>;
}

const CONNECTIONS = 512;
const CONNECT_MS = 10_000;

export function openUpstream(settings: UpstreamSettings, allowed: readonly string[]): Upstream {
  const { baseUrl, apiKey, headers, timeoutMs } = settings;
  const agent = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    connect: guardedConnector(allowed, CONNECT_MS),
  });
  const sent = {
    ...headers,
    'content-type': 'application/json',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return {
    async post(path, body, signal) {
      try {
        const reply = await send(`${baseUrl.replace(/\/+$/, '')}${path}`, {
          method: 'POST',
          ...{ dispatcher: agent, headers: sent, body, signal },
          ...{ headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
        });
        return { status: reply.statusCode, headers: headersOf(reply.headers), body: reply.body };
      } catch (error) {
        if (signal.aborted) throw signal.reason ?? error;
        throw upstreamFault(error);
      }
    },
    close: () => agent.close(),
  };
}

/** Turns the failure of a try without an answer into an error for the caller. */
export function upstreamFault(error: unknown): AppError {
  const refusal = addressRefusal(error);
  if (refusal !== null) return refusal;
  const isLate =
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError;
  return isLate
    ? new AppError('MODEL_TIMED_OUT', 'The provider did not answer in time. Try again.', { cause: error })
    : new AppError('MODEL_UNAVAILABLE', 'The provider cannot be reached. Try again in some seconds.', {
        cause: error,
        retryAfterMs: 5000,
      });
}

function headersOf(given: Readonly<Record<string, string | readonly string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  return headers;
}

const upstreams = new Map<string, { readonly reach: string; readonly upstream: Upstream }>();

/** One pool a provider and process; another address, key or header makes another. */
export function sharedUpstream(settings: UpstreamSettings, allowed: readonly string[]): Upstream {
  const reach = JSON.stringify([settings, allowed]);
  const known = upstreams.get(settings.id);
  if (known?.reach === reach) return known.upstream;
  const upstream = openUpstream(settings, allowed);
  upstreams.set(settings.id, { reach, upstream });
  // Answers under way on the former one come to their end first.
  known?.upstream
    .close()
    .catch((err: unknown) => logOf('gateway').warn({ err }, 'Closing a connection pool failed.'));
  return upstream;
}
