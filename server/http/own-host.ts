import { isIP } from 'node:net';
import { config } from '@/server/config/config';
import { HttpFault } from './http-fault';

/**
 * By which names people reach this installation. A page of a foreign name that points here (DNS rebinding) and a forged
 * `Host` that would end up in an address are refused: for pages, for sign-in, and for what a cookie carries. Keys go into
 * no cookie, so programs may use any name.
 *
 * Own are the configured origin and this machine's loopback; a browser cannot be led to either by a foreign name. While
 * the configured origin is loopback itself, as by default, bare addresses are own too: a name is what can be pointed here.
 */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

type Asked = { readonly headers: Pick<Headers, 'get'> };

export function isOwnHost(request: Asked): boolean {
  const host = hostOf(request);
  // A call within this process goes to no host.
  if (host === null) return true;
  const { host: configured, hostname } = new URL(config().baseUrl);
  const name = host.replace(/:\d+$/, '');
  if (host === configured || LOOPBACK.test(name)) return true;
  return LOOPBACK.test(hostname) && isIP(name.replace(/^\[|\]$/g, '')) > 0;
}

/** The host that the browser asked for: a proxy of the operator's may have put its own in place of it. */
export function hostOf({ headers }: Asked): string | null {
  const forwarded = config().trustProxy ? headers.get('x-forwarded-host') : null;
  return (forwarded ?? headers.get('host'))?.trim().toLowerCase() ?? null;
}

export const UNKNOWN_HOST = 421;

export function unknownHostSentence(): string {
  return `This installation is reached at ${config().baseUrl}. Open that address, or set WAGGLE_BASE_URL to this one.`;
}

/** @throws HttpFault 421 */
export function assertOwnHost(request: Asked): void {
  if (!isOwnHost(request)) throw new HttpFault(UNKNOWN_HOST, 'HOST_UNKNOWN', unknownHostSentence());
}
