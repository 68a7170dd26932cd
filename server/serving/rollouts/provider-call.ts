import { setTimeout as pause } from 'node:timers/promises';
import type { Upstream, UpstreamReply } from '@/server/adapters/upstream';

/**
 * One call to the provider. Where the provider is busy or away it is tried again a few times, so an agent does not fail
 * for what it cannot help; the time that this takes is not the agent's.
 */
export interface ProviderCall {
  readonly upstream: Upstream;
  readonly path: string;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Told of each wait before it begins: the deadline must not pass meanwhile. */
  readonly onWait: (waitMs: number) => void;
}

export interface ProviderReply {
  /** Null = no answer came. */
  readonly reply: UpstreamReply | null;
  readonly error: unknown;
  /** Spent on waiting for another try. */
  readonly waitedMs: number;
}

const TRIES = 4;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;
const BUSY: readonly number[] = [408, 425, 429, 500, 502, 503, 504, 529];

export async function callProvider({
  upstream,
  path,
  body,
  signal,
  onWait,
}: ProviderCall): Promise<ProviderReply> {
  let waitedMs = 0;
  for (let tried = 1; ; tried += 1) {
    const startedMs = performance.now();
    let reply: UpstreamReply | null = null;
    let error: unknown = null;
    try {
      reply = await upstream.post(path, body, signal);
    } catch (cause) {
      error = cause;
    }
    const isFinal = signal.aborted || tried === TRIES || (reply !== null && !BUSY.includes(reply.status));
    if (isFinal) return { reply, error, waitedMs };
    const waitMs = Math.min(PAUSE_MS_MAX, hintOf(reply) ?? FIRST_PAUSE_MS * 2 ** (tried - 1));
    onWait(Math.round(performance.now() - startedMs + waitMs));
    await drain(reply);
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
    waitedMs += performance.now() - startedMs;
  }
}

/** The provider's own words when to come back. */
function hintOf(reply: UpstreamReply | null): number | null {
  const ms = Number(reply?.headers.get('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const seconds = Number(reply?.headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : null;
}

/** A reply that is not read holds its connection. */
export async function drain(reply: UpstreamReply | null): Promise<void> {
  try {
    for await (const _ of reply?.body ?? []);
  } catch {
    // It broke off: there is nothing left to read.
  }
}
