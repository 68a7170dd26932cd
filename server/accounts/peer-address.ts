import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/**
 * From which address somebody asks, for limits on strangers. Route handlers see no socket, only headers, and anybody
 * can send an x-forwarded-for of their own. So it is overwritten with the connection's own address before any handler
 * sees the request, unless the operator says that a proxy of theirs stands in front and writes it.
 */
const HEADER = 'x-forwarded-for';
const REQUEST_START = 'http.server.request.start';

/** Once a process, before it serves. */
export function stampPeerAddresses(trustProxy: boolean): void {
  if (trustProxy) return;
  subscribe(REQUEST_START, (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    request.headers[HEADER] = request.socket.remoteAddress ?? 'unknown';
  });
}

/** The last hop's word: what stands before it, the caller of a trusted proxy may have invented. */
export function peerAddress(forwardedFor: string | null | undefined): string {
  return forwardedFor?.split(',').at(-1)?.trim() || 'unknown';
}
