import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/**
 * Address of the caller, for limits on unknown callers. Route handlers see no socket, only headers, and any client
 * can send its own x-forwarded-for. So the header is overwritten with the connection's address before any handler
 * sees the request, unless the operator configures a trusted proxy that writes the header.
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

/** The entry of the last hop: a client of the trusted proxy may have invented every entry before it. */
export function peerAddress(forwardedFor: string | null | undefined): string {
  return forwardedFor?.split(',').at(-1)?.trim() || 'unknown';
}
