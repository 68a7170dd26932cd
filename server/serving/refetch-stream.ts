import { refetchEvent } from '@/lib/canary/ofrep';
import { AppError } from '@/lib/errors/app-error';
import type { FlagStore, WorkspaceFlags } from './flag-store';

/**
 * Tells clients that they should ask again: one event when they connect, because something may have changed between
 * their last answer and now, and one for each change. A comment every fifteen seconds keeps proxies from cutting the
 * line. Open lines are counted, all and a key. Knows no flag's content.
 */
export interface RefetchStreams {
  /** @throws AppError RATE_LIMITED where too many listen already */
  open(asked: RefetchAsked): Promise<ReadableStream<Uint8Array>>;
  readonly openCount: number;
  /** Ends every line; clients come back on their own. */
  close(): void;
}

interface RefetchAsked {
  readonly workspaceId: string;
  readonly keyId: string;
  /** The number that the client has heard of, where it comes back. */
  readonly lastSeen: number | null;
  readonly signal: AbortSignal;
}

interface Limits {
  readonly heartbeatMs?: number;
  readonly openMax?: number;
  readonly perKeyMax?: number;
}

const HEARTBEAT_MS = 15_000;
const OPEN_MAX = 5_000;
const PER_KEY_MAX = 2_000;
const RETRY_MS = 30_000;

export function makeRefetchStreams(
  store: FlagStore,
  { heartbeatMs = HEARTBEAT_MS, openMax = OPEN_MAX, perKeyMax = PER_KEY_MAX }: Limits = {},
): RefetchStreams {
  const open = new Set<{ readonly keyId: string; end(): void }>();

  function assertRoom(keyId: string): void {
    const ofKey = [...open].filter((line) => line.keyId === keyId).length;
    if (open.size < openMax && ofKey < perKeyMax) return;
    throw new AppError('RATE_LIMITED', 'Too many clients listen for changes here already. Try again later.', {
      retryAfterMs: RETRY_MS,
    });
  }

  return {
    async open({ workspaceId, keyId, lastSeen, signal }) {
      assertRoom(keyId);
      await store.flagsOf(workspaceId);
      return lineOf({
        lastSeen,
        watch: (hear) => store.watch(workspaceId, hear),
        heartbeatMs,
        signal,
        enter: (end) => {
          const line = { keyId, end };
          open.add(line);
          return () => open.delete(line);
        },
      });
    },
    get openCount() {
      return open.size;
    },
    close() {
      for (const line of [...open]) line.end();
    },
  };
}

/** Headers of the answer that carries a stream. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

type FlagWatch = (hear: (flags: WorkspaceFlags) => void) => ReturnType<FlagStore['watch']>;

interface Line {
  readonly lastSeen: number | null;
  readonly watch: FlagWatch;
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
  readonly enter: (end: () => void) => () => void;
}

function lineOf({ lastSeen, watch, heartbeatMs, signal, enter }: Line): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let leave: () => void = () => undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const tell = (flags: WorkspaceFlags) => write(eventOf(flags));
      // The same call reads the current flags and begins to watch: no change falls between the two.
      const { now, leave: unwatch } = watch(tell);
      const heartbeat = setInterval(() => write(': alive\n\n'), heartbeatMs);
      const end = () => {
        leave();
        controller.close();
      };
      const exit = enter(end);
      leave = () => {
        leave = () => undefined;
        clearInterval(heartbeat);
        unwatch();
        exit();
        signal.removeEventListener('abort', end);
      };
      signal.addEventListener('abort', end, { once: true });
      write(': open\n\n');
      if (now !== null && now.configVersion !== lastSeen) tell(now);
      if (signal.aborted) end();
    },
    cancel: () => leave(),
  });
}

function eventOf({ configVersion, changedAtMs }: WorkspaceFlags): string {
  return `id: ${configVersion}\ndata: ${refetchEvent(configVersion, Math.floor(changedAtMs / 1000))}\n\n`;
}
