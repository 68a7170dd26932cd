/**
 * Server-sent events. A comment every fifteen seconds keeps the stream open, because proxies cut silent
 * connections; it ends with the source or when the client disconnects.
 */
const HEARTBEAT_MS = 15_000;

export interface StreamEvent {
  readonly id?: number | string;
  readonly event?: string;
  readonly data: unknown;
}

export type Send = (event: StreamEvent) => void;

/** `produce` sends events until it resolves; its signal aborts when the client disconnects. */
export function eventStream(
  callerSignal: AbortSignal,
  produce: (send: Send, signal: AbortSignal) => Promise<void>,
  failed: (error: unknown) => StreamEvent,
): Response {
  const gone = new AbortController();
  const signal = AbortSignal.any([callerSignal, gone.signal]);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(text));
      };
      write(': open\n\n');
      const heartbeat = setInterval(() => write(': alive\n\n'), HEARTBEAT_MS);
      const send: Send = (event) => write(formatEvent(event));
      produce(send, signal)
        .catch((error: unknown) => {
          if (!signal.aborted) send(failed(error));
        })
        .finally(() => {
          clearInterval(heartbeat);
          if (!gone.signal.aborted) controller.close();
        });
    },
    cancel: () => gone.abort(),
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    },
  });
}

/** JSON holds no raw line break, so one data line is enough. */
export function formatEvent({ id, event, data }: StreamEvent): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return `${head}data: ${JSON.stringify(data)}\n\n`;
}

/** Where to resume: the header of a reconnecting browser, otherwise the query. */
export function resumeAfter(request: Request, queryAfter: number): number {
  const last = Number(request.headers.get('last-event-id') ?? Number.NaN);
  return Number.isSafeInteger(last) && last >= 0 ? last : queryAfter;
}

/**
 * Numbered entries of a ledger, each under its number; `end` tells a browser not to reconnect. A refusal (a
 * run that does not exist) comes before the stream begins, with its own status.
 */
export async function entryStream(
  callerSignal: AbortSignal,
  watch: (signal: AbortSignal) => Promise<AsyncIterable<{ readonly seq: number }>>,
): Promise<Response> {
  const gone = new AbortController();
  const entries = await watch(AbortSignal.any([callerSignal, gone.signal]));
  return eventStream(
    callerSignal,
    async (send, signal) => {
      signal.addEventListener('abort', () => gone.abort(), { once: true });
      for await (const entry of entries) send({ id: entry.seq, data: entry });
      send({ event: 'end', data: {} });
    },
    () => ({ event: 'broken', data: { detail: 'The stream broke off. Connect again to go on.' } }),
  );
}
